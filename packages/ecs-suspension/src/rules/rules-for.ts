import type { Adoption, LimitBranch } from '../adoption/document.js';
import type { Display } from '../ports/display.js';
import type {
  AmountRule,
  BoundaryRule,
  CatchUpRule,
  ChoiceRule,
  ClaimRule,
  ClockRule,
  ContinuousRule,
  CrossingSettlement,
  DestinationRule,
  ExpiryRule,
  FixedRule,
  Given,
  LargerStepsRule,
  LessAfterAPointRule,
  OneDerivedChangeRule,
  RewardRule,
  SegmentSettlement,
  SettlementRule,
  StateCeilingRule,
  TimeLimitRule,
  TrustedRule,
} from './duties.js';

/** The rows of one set, as a union; `never` for an empty set. */
type Rows<A extends Adoption, Set extends string> = A['rows'][Set] extends readonly (infer Row)[] ? Row : never;
type Ids<Row> = Row extends { readonly id: infer Id extends string } ? Id : never;

/** One citation of an adoption: the address, the field that cites it, and what a rule there must do. */
interface Cites<Address extends string, Field extends string, Duty> {
  readonly address: Address;
  readonly field: Field;
  readonly duty: Duty;
}

/** The citation in one field of each row of a union that has the field. */
type Cited<Row, Field extends string, Duty> = Row extends { readonly [field in Field]: infer Address extends string }
  ? Cites<Address, Field, Duty>
  : never;

type LimitOf<Row> = Row extends { readonly 'away-limit': infer Limit extends LimitBranch } ? Limit : never;

/** Missed updates have a length; other fidelities may have one. */
type StateDuty<Row, W> = Row extends { readonly 'catch-up-fidelity': 'every-missed-update' }
  ? CatchUpRule<W> & { readonly stepMs: number }
  : CatchUpRule<W>;
type FidelityDuty<Row, W> = Row extends { readonly 'catch-up-fidelity': 'larger-steps' }
  ? LargerStepsRule<W, LimitOf<Row>>
  : OneDerivedChangeRule<W, LimitOf<Row>>;
type LimitDuty<Row, W> = {
  readonly 'whole-interval': never;
  readonly 'time-limit': TimeLimitRule;
  readonly 'less-after-a-point': LessAfterAPointRule<W>;
  readonly 'state-ceiling': StateCeilingRule<W>;
}[LimitOf<Row>];

/** Distributes over rows, so that each row's fields decide its own duties. */
type CatchUpCitations<Row, W> = Row extends unknown
  ?
      | Cited<Row, 'state-declared-in', StateDuty<Row, W>>
      | Cited<Row, 'amount-rule-declared-in', AmountRule<W>>
      | Cited<Row, 'fidelity-rule-declared-in', FidelityDuty<Row, W>>
      | Cited<Row, 'limit-rule-declared-in', LimitDuty<Row, W>>
  : never;

/** A reward rule for each possible source; the source's kind types its settlements. */
type RewardDuty<A extends Adoption, W> =
  | SourcedBy<Ids<Rows<A, 'catch-up-items'> | Rows<A, 'choice-items'>>, W, SegmentSettlement>
  | SourcedBy<Ids<Rows<A, 'calendar-boundaries'>>, W, CrossingSettlement>;
type SourcedBy<Id extends string, W, Settlement> = Id extends unknown ? RewardRule<W, Id, Settlement> : never;

type RewardCitations<A extends Adoption, Row, W> =
  | Cited<Row, 'reward-declared-in', RewardDuty<A, W>>
  | Cited<Row, 'destination-declared-in', DestinationRule<W>>
  | Cited<Row, 'claim-declared-in', ClaimRule>
  | Cited<Row, 'expires-declared-in', ExpiryRule>;

type Citations<A extends Adoption, W> =
  | Cited<Rows<A, 'clock'>, 'clock-declared-in', ClockRule>
  | Cited<Rows<A, 'fixed-items'>, 'state-declared-in', FixedRule<W>>
  | CatchUpCitations<Rows<A, 'catch-up-items'>, W>
  // A reading's type is the rule's own: `continuous()` ties `read` and `apply` together.
  | Cited<Rows<A, 'continuous-items'>, 'state-declared-in', ContinuousRule<W, Given>>
  | Cited<Rows<A, 'choice-items'>, 'choice-declared-in', ChoiceRule<W, Given>>
  | RewardCitations<A, Rows<A, 'return-rewards'>, W>
  | Cited<Rows<A, 'calendar-boundaries'>, 'boundary-declared-in', BoundaryRule>
  | Cited<Rows<A, 'calendar-boundaries'>, 'settlement-declared-in', SettlementRule<W>>
  | Cited<Rows<A, 'rollback-rules'>, 'trusted-state-declared-in', TrustedRule>;

type AnyCitation = Cites<string, string, unknown>;
type At<C extends AnyCitation, Address extends string> = Extract<C, { readonly address: Address }>;
type DutyIn<C extends AnyCitation, Field extends string> = Extract<C, { readonly field: Field }>['duty'];
type IsUnion<T, Whole = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [Whole] extends [T]
      ? false
      : true
    : never;

/** One rule for an address, or one per field where several fields cite it. */
type RuleAt<C extends AnyCitation> =
  IsUnion<C['field']> extends true ? { readonly [Field in C['field']]: DutyIn<C, Field> } : C['duty'];

/** A JSON import has widened texts: its rules are checked when they are bound. */
type IsWidened<A extends Adoption> = string extends A['contract'] ? true : false;

/**
 * The rules that an adoption's citations need, by address: no more and no less. Type the adoption `as const`; a plain
 * JSON import is checked at run time instead.
 */
export type RulesFor<A extends Adoption, W> =
  IsWidened<A> extends true
    ? { readonly [address: string]: object }
    : { readonly [Address in Citations<A, W>['address']]: RuleAt<At<Citations<A, W>, Address>> };

type Answers<A extends Adoption, Question extends string, Answer extends string> = A['answers'] extends {
  readonly [question in Question]: infer Given;
}
  ? string extends Given
    ? false
    : Given extends Answer
      ? true
      : false
  : false;

type NeededSurface<A extends Adoption> =
  | (Answers<A, 'clock-source', 'device-clock'> extends true
      ? Answers<A, 'backward-clock-notice', 'explain'> extends true
        ? 'notice'
        : never
      : never)
  | (Answers<A, 'return-display', 'visible-before-resume'> extends true ? 'show' : never)
  | (Answers<A, 'return-display', 'return-summary' | 'detailed-return-summary'> extends true ? 'summary' : never);

/** The display that an adoption's answers ask for: the surfaces it needs are required, the others may be there. */
export type DisplayFor<A extends Adoption> = Display & { readonly [S in NeededSurface<A>]-?: NonNullable<Display[S]> };

/** Gives a choice rule back as it is, with its branch names inferred: `select` may give no other. */
export function choice<W, const Name extends string>(rule: ChoiceRule<W, Name>): ChoiceRule<W, Name> {
  return rule;
}

/** Gives a continuous rule back as it is, with the reading's type inferred from `read` for `apply`. */
export function continuous<W, T>(rule: ContinuousRule<W, T>): ContinuousRule<W, T> {
  return rule;
}
