import type { ClosingStep } from '#contract/closing/month-close.ts'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import { currencyRateCall } from '#contract/organization.ts'
import { revaluationCalls } from '#contract/revaluations.ts'
import { periodLockCalls, yearCalls } from '#contract/years.ts'
import type { Context } from '#server/core/context.ts'

const drafts = ['update-invoice', 'update-bill', 'update-journal-entry']
const shownNames = 4

/** What stops a month or a year, and the permissions that mend it: one of them is enough. */
const mendedBy: Record<ClosingStep, readonly string[]> & Record<string, readonly string[]> = {
  drafts,
  e_invoices: ['update-invoice'],
  recurring: ['create-invoice', 'create-bill', 'create-journal-entry'],
  deferrals: deferralCalls.retry.admission,
  deliveries: ['create-invoice'],
  receipts: ['create-bill'],
  bank: ['reconcile-bank'],
  counts: ['adjust-stock'],
  revaluation: revaluationCalls.create.admission,
  vat: ['file-vat'],
  withholding: ['file-withholding'],
  retention: ['release-retention-invoice', 'release-retention-bill'],
  statements: ['read-report-customer-statement'],
  lock: periodLockCalls.save.admission,
  no_open_year: yearCalls.changeStatus.admission,
  year_order: yearCalls.changeStatus.admission,
  year_has_drafts: ['update-invoice', 'update-bill'],
  year_has_draft_entries: ['update-journal-entry'],
  opening_not_cleared: yearCalls.changeStatus.admission,
  year_needs_revaluation: revaluationCalls.create.admission,
  year_vat_not_filed: ['file-vat'],
  parts_not_posted: deferralCalls.retry.admission,
  currency_without_rate: currencyRateCall.admission,
}

/** The names of those who can clear each of these away now. */
export async function mendersOf({ db }: Context, names: readonly string[]): Promise<(name: string) => string> {
  const wanted = [...new Set(names.flatMap((name) => mendedBy[name] ?? []))]
  const [people, held] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'name', 'is_owner', 'role_id'])
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('role_permissions')
      .select(['role_id', 'permission'])
      .where('permission', 'in', [...wanted, ''])
      .execute(),
  ])
  const mayOf = new Map(
    [...Map.groupBy(held, ({ role_id }) => role_id)].map(([id, own]) => [id, own.map(({ permission }) => permission)]),
  )
  return (name) => {
    const keys = mendedBy[name] ?? []
    const able = people.filter(
      ({ is_owner, role_id }) =>
        is_owner || (mayOf.get(role_id ?? 0) ?? []).some((permission) => keys.includes(permission)),
    )
    const shown = able.slice(0, shownNames).map((one) => one.name)
    return able.length > shown.length ? `${shown.join(' · ')} +${able.length - shown.length}` : shown.join(' · ')
  }
}
