import type { Adoption, LimitBranch, RowSet } from '../adoption/document.js';
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

/** The rows of one set, as a union; `never` for an empty or absent set. */
type Rows<A extends Adoption, Set extends string> = Set extends keyof A['rows']
  ? A['rows'][Set] extends readonly (infer Row)[]
    ? Row
    : never
  : never;
type Ids<Row> = Row extends { readonly id: infer Id extends string } ? Id : never;

type CitationField = `${string}-declared-in`;
/** Addresses that one row cites, or fields in which it cites one address; distributes over rows. */
type AddressesIn<Row> = Row extends unknown ? Row[keyof Row & CitationField] & string : never;
type FieldsOf<Row, Address> = Row extends unknown
  ? { [Field in keyof Row & CitationField]: Row[Field] extends Address ? Field : never }[keyof Row & CitationField]
  : never;
/** The rows of a set that cite the address in the field. */
type Citing<A extends Adoption, Set extends string, Field extends string, Address> = Extract<
  Rows<A, Set>,
  { readonly [field in Field]: Address }
>;

type IsUnion<T, Whole = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [Whole] extends [T]
      ? false
      : true
    : never;
/** The duty, where the option is among those that the citing rows chose: one rule may serve several rows. */
type Under<Option, Chosen, Duty> = Option extends Chosen ? Duty : unknown;
type Choice<Row, Field extends string> = Row extends { readonly [field in Field]: infer Option } ? Option : never;

type FidelityDuty<Row, W, Limit extends LimitBranch = Choice<Row, 'away-limit'> & LimitBranch> = Under<
  'larger-steps',
  Choice<Row, 'catch-up-fidelity'>,
  LargerStepsRule<W, Limit>
> &
  Under<'one-derived-change', Choice<Row, 'catch-up-fidelity'>, OneDerivedChangeRule<W, Limit>>;
type LimitDuty<Row, W> = Under<'time-limit', Choice<Row, 'away-limit'>, TimeLimitRule> &
  Under<'less-after-a-point', Choice<Row, 'away-limit'>, LessAfterAPointRule<W>> &
  Under<'state-ceiling', Choice<Row, 'away-limit'>, StateCeilingRule<W>>;

/** Missed updates have a length; other fidelities may have one. */
type CatchUpDuty<Row, W> = CatchUpRule<W> &
  Under<'every-missed-update', Choice<Row, 'catch-up-fidelity'>, { readonly stepMs: number }>;

type StateSet = 'fixed-items' | 'catch-up-items' | 'continuous-items';
type StateSetsAt<A extends Adoption, Address, Set extends StateSet = StateSet> = Set extends unknown
  ? [Citing<A, Set, 'state-declared-in', Address>] extends [never]
    ? never
    : Set
  : never;
/** One state is one item: rows of several sets cannot share its address, and no rule fits there. */
interface SharedState {
  readonly 'the state of rows of several row sets: give each an address of its own': never;
}
interface StateDuties<A extends Adoption, W, Address> {
  readonly 'fixed-items': FixedRule<W>;
  readonly 'catch-up-items': CatchUpDuty<Citing<A, 'catch-up-items', 'state-declared-in', Address>, W>;
  // A reading's type is the rule's own: `continuous()` ties `read` and `apply` together.
  readonly 'continuous-items': ContinuousRule<W, Given>;
}
type StateDuty<A extends Adoption, W, Address> =
  IsUnion<StateSetsAt<A, Address>> extends true ? SharedState : StateDuties<A, W, Address>[StateSetsAt<A, Address>];

/** A reward rule for each possible source; the source's kind types its settlements. */
type RewardDuty<A extends Adoption, W> =
  | SourcedBy<Ids<Rows<A, 'catch-up-items' | 'choice-items'>>, W, SegmentSettlement>
  | SourcedBy<Ids<Rows<A, 'calendar-boundaries'>>, W, CrossingSettlement>;
type SourcedBy<Id extends string, W, Settlement> = Id extends unknown ? RewardRule<W, Id, Settlement> : never;

/** What each field that cites the address asks of the rule there. */
interface Duties<A extends Adoption, W, Address> {
  readonly 'clock-declared-in': ClockRule;
  readonly 'state-declared-in': StateDuty<A, W, Address>;
  readonly 'amount-rule-declared-in': AmountRule<W>;
  readonly 'fidelity-rule-declared-in': FidelityDuty<
    Citing<A, 'catch-up-items', 'fidelity-rule-declared-in', Address>,
    W
  >;
  readonly 'limit-rule-declared-in': LimitDuty<Citing<A, 'catch-up-items', 'limit-rule-declared-in', Address>, W>;
  readonly 'choice-declared-in': ChoiceRule<W>;
  readonly 'reward-declared-in': RewardDuty<A, W>;
  readonly 'destination-declared-in': DestinationRule<W>;
  readonly 'claim-declared-in': ClaimRule;
  readonly 'expires-declared-in': ExpiryRule;
  readonly 'boundary-declared-in': BoundaryRule;
  readonly 'settlement-declared-in': SettlementRule<W>;
  readonly 'trusted-state-declared-in': TrustedRule;
}

/** The duty at an address, as a type whose name in a message holds the address. */
type RuleFor<_Address extends string, Duty> = { [Member in keyof Duty]: Duty[Member] };

/** One rule for an address, or one per field where several fields cite it. */
type RuleAt<A extends Adoption, W, Address extends string, Field> =
  IsUnion<Field> extends true
    ? { readonly [F in Field & keyof Duties<A, W, Address>]: RuleFor<Address, Duties<A, W, Address>[F]> }
    : RuleFor<Address, Duties<A, W, Address>[Field & keyof Duties<A, W, Address>]>;

type AnyRow<A extends Adoption> = Rows<A, RowSet>;

/**
 * The rules that an adoption's citations need, by address: no more and no less. Type the adoption `as const`; a plain
 * JSON import has widened texts, takes any rules here, and is checked when they are bound.
 *
 * An address that several fields cite takes an object keyed by field. One rule that serves several rows does all that
 * they ask for: its `limit` is the union of theirs. A state belongs to rows of one set.
 */
export type RulesFor<A extends Adoption, W> = string extends A['contract'] | AddressesIn<AnyRow<A>>
  ? { readonly [address: string]: object }
  : {
      readonly [Address in AddressesIn<AnyRow<A>>]: RuleAt<A, W, Address, FieldsOf<AnyRow<A>, Address>>;
    };

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
