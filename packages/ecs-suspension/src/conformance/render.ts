import type { ReadAdoption } from '../adoption/document.js';
import { rangeMistake } from '../errors.js';
import { sha256 } from './sha256.js';

interface Binding {
  readonly flag?: string;
  readonly row_field?: string;
  readonly map: { readonly [option: string]: string };
}
interface PackTemplate {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly bindings?: { readonly [name: string]: Binding };
  readonly inputs?: { readonly [name: string]: { readonly default: unknown } };
  readonly test: { readonly [part: string]: unknown };
}

/** The publisher's wording, rendered for one test. */
export interface Wording {
  readonly title: string;
  readonly text: string;
  readonly given?: string;
  readonly when: readonly string[];
  readonly thens: readonly string[];
}

export interface Pack {
  /** The wording of one test; `undefined` for a template that the pack lacks. */
  wording(template: string, row: string | undefined): Wording | undefined;
  readonly templates: readonly string[];
}

/**
 * Takes a pack file whose hash the adoption names. We ship none of its sentences; a game that has the file may hand it
 * in to see its titles and texts.
 *
 * @param file - The file's bytes, or its text.
 * @param inputs - Values in place of the pack's defaults, by name.
 * @throws RangeError where its SHA-256 is not the adoption's `pack`.
 */
export function readPack(
  file: Uint8Array | string,
  adoption: ReadAdoption,
  inputs: { readonly [name: string]: unknown } = {},
): Pack {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const hash = `sha256:${sha256(bytes)}`;
  if (hash !== adoption.pack) {
    throw rangeMistake(
      'OPTION_INVALID',
      `The pack of "${adoption.id}" must be the file with ${adoption.pack}, but this one has ${hash}. Hand in the pack of the adoption's version, byte for byte, or none.`,
    );
  }
  const templates = (JSON.parse(new TextDecoder().decode(bytes)) as { templates: readonly PackTemplate[] }).templates;
  const rows: readonly { readonly [field: string]: unknown }[] = Object.values(adoption.rows).flat() as never;

  const render = (
    text: string,
    template: PackTemplate,
    row: { readonly [field: string]: unknown } | undefined,
  ): string =>
    text.replace(/\{\{([^}]+)\}\}/g, (_, place: string): string => {
      const [kind = '', name = ''] = place.includes(':') ? place.split(':') : place.split(/\.(.*)/);
      if (kind === 'instance') return adoption.id;
      if (kind === 'row') return String(row?.[name] ?? '');
      if (kind === 'inputs') return [inputs[name] ?? template.inputs?.[name]?.default].flat().join(', ');
      const binding = template.bindings?.[name];
      const answers: { readonly [question: string]: string | undefined } = adoption.answers;
      const option = binding?.row_field ? row?.[binding.row_field] : answers[binding?.flag ?? ''];
      return render(binding?.map[String(option)] ?? '', template, row);
    });

  return {
    templates: templates.map(({ id }) => id),
    wording(id, rowId) {
      const template = templates.find((candidate) => candidate.id === id);
      if (!template) return undefined;
      const collection = (template as { collection?: keyof ReadAdoption['rows'] }).collection;
      const row = (collection ? (adoption.rows[collection] as readonly unknown[] as typeof rows) : rows).find(
        (one) => one['id'] === rowId,
      );
      const lines = (part: string): readonly string[] =>
        [template.test[part] ?? []].flat().map((line) => render(String(line), template, row));
      const [given] = lines('given');
      return {
        title: render(template.title, template, row),
        text: render(template.text, template, row),
        ...(given !== undefined && { given }),
        when: lines('when'),
        thens: lines('then'),
      };
    },
  };
}
