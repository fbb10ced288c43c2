/** Codes of OpenGDD, as its own validator uses them. */
export type ContractCode =
  /** A key that must be there is missing; the pointer names the object that lacks it. */
  | 'CONTRACT_ENVELOPE_REQUIRED'
  /** A key that the document or the contract's definition does not know. */
  | 'CONTRACT_ENVELOPE_UNKNOWN'
  /** A value of the wrong type, or another contract, version, condition or option list than ours. */
  | 'CONTRACT_ENVELOPE_TYPE'
  /** The adoption's id is no id. */
  | 'CONTRACT_INSTANCE_FILENAME'
  /** Text instead of a parsed document, or a property that cannot be read. */
  | 'CONTRACT_INSTANCE_JSON'
  /** A name is not lower-case words and figures joined by hyphens. */
  | 'CONTRACT_NAME_GRAMMAR'
  /** A question that is asked has no answer. */
  | 'CONTRACT_ANSWER_MISSING'
  /** An answer to no question of the contract, or one that is none of its options. */
  | 'CONTRACT_ANSWER_UNKNOWN'
  /** Warning: an answer to a question that is not asked; it is left out. */
  | 'CONTRACT_ANSWER_NOT_ASKED'
  /** The contract declares no values. */
  | 'CONTRACT_VALUE_UNKNOWN'
  /** `rows` is no object, a row set no array, or a row no object. */
  | 'CONTRACT_ROWS_SHAPE'
  /** A row set is missing, or is none of the contract's. */
  | 'CONTRACT_ROWS_BINDING'
  /** A row field is missing, unknown, forbidden here, of the wrong type, or an id that its set has already. */
  | 'CONTRACT_ROW_FIELD'
  /** A row field holds none of its options. */
  | 'CONTRACT_ROW_CHOICE'
  /** A supplied string holds `{{`, `}}` or a triple backtick. */
  | 'CONTRACT_INJECTION'
  /** A citation is neither a dotted address nor `<file>.md#<anchor>`. */
  | 'CONTRACT_CITATION_GRAMMAR'
  /** Warning: the document carries its definition and does not say where it is from. */
  | 'CONTRACT_ORIGIN_ABSENT'
  /** The pack hash is not that of the version. */
  | 'CONTRACT_PACK_HASH';

/** Codes of ours: what OpenGDD tests as a declaration and a runtime must not start on. */
export type DeclarationCode =
  /** More than one clock row. */
  | 'DECLARATION_CLOCK_ROWS'
  /** Not exactly one rollback row under `last-trusted-checkpoint`, or a rollback row anywhere else. */
  | 'DECLARATION_ROLLBACK_ROWS'
  /** A `player-claims` reward without a return summary to claim it from. */
  | 'DECLARATION_CLAIM_SURFACE'
  /** An id that an item or calendar row of another set has: rules and games name such rows by id alone. */
  | 'DECLARATION_ROW_ID_REPEATED';

export type Code = ContractCode | DeclarationCode;
