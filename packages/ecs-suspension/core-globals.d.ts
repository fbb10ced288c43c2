// What the core uses of every environment it runs in, a page or Node, and nothing more: tsconfig.core.json compiles the
// core against this in place of the DOM's types, so that a use of the page, a timer or a console is an error there.
// The last block is for src/ambient alone; the architecture test holds that nothing else uses it.

interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };
declare function structuredClone<T>(value: T): T;
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}

declare const performance: { now(): number };
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;
interface MessagePort {
  onmessage: (() => void) | null;
  postMessage(message: undefined): void;
  close(): void;
}
declare const MessageChannel: { new (): { readonly port1: MessagePort; readonly port2: MessagePort } };
