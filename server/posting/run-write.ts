import type { Context } from '#server/core/context.ts'
import { type FactsOf, type Needs, takeFacts } from '#server/core/needs.ts'
import type { Caller, Plan } from './plan.ts'
import { writePlan } from './write-plan.ts'

/** What a rule writes, and what it answers once that is written. */
export type Decision<Result> = { plan: Plan; result: () => Result }

/**
 * A rule that writes the books. `needs` says what it must know, and may look without locks at what names further needs. `decide` is
 * synchronous and pure: facts and input to a plan, or a refusal.
 */
export type WriteRule<Input, Named extends Needs, Result> = {
  needs(context: Context, input: Input): Named | Promise<Named>
  decide(caller: Caller, facts: FactsOf<Named>, input: Input): Decision<Result>
}

/** Locks, decides and writes within the transaction of the request. */
export async function runWrite<Input, Named extends Needs, Result>(
  context: Context,
  rule: WriteRule<Input, Named, Result>,
  input: Input,
): Promise<Result> {
  const { plan, result } = await decideWrite(context, rule, input)
  await writePlan(context, plan)
  return result()
}

/** The same without writing: a preview is a plan that is not committed. */
export async function decideWrite<Input, Named extends Needs, Result>(
  context: Context,
  rule: WriteRule<Input, Named, Result>,
  input: Input,
): Promise<Decision<Result>> {
  const facts = await takeFacts(context, await rule.needs(context, input))
  return rule.decide(callerOf(context), facts, input)
}

/** What a decision may know of the request. */
export const callerOf = ({ session, today, services, keepsNumbers }: Context): Caller => ({
  session,
  today,
  now: services.clock.now(),
  ...(keepsNumbers && { keepsNumbers }),
})
