import type { z } from 'zod'
import type { onboardingInput } from '#contract/organization.ts'
import { sessionOrganization } from '#server/auth/session-user.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { requireNationalAddress, saveOrganization } from './organization.ts'
import { registrationToStore } from './registration-to-store.ts'
import { seedOrganization } from './seed-organization.ts'

/** Both steps of the wizard at once: after it the organisation can issue its first invoice. */
export async function submitOnboarding(context: Context, body: z.output<typeof onboardingInput>): Promise<Answer> {
  const { db } = context
  const { status } = await db.selectFrom('organizations').select('status').forUpdate().executeTakeFirstOrThrow()
  if (status !== 'pending') throw new Refusal('already_onboarded')
  const { organization_information, branch_information: branch } = body
  const { id: _, status: __, logo: ___, ...information } = organization_information
  await saveOrganization(context, information, 'organization_information.')
  requireNationalAddress(branch, 'branch_information.')
  await requireRows(db, { 'branch_information.city_id': ['cities', branch.city_id] })
  await db
    .insertInto('branches')
    .values({ ...branch, ...registrationToStore(branch, null, 'branch_information.'), status: 'active' })
    .execute()
  await seedOrganization(context, information.currency_id)
  await db.updateTable('organizations').set({ status: 'active' }).execute()
  context.services.forgetSessions()
  return { data: await sessionOrganization(db), message: 'updated' }
}
