import { expect } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import type { Reply, TestApp } from '../api.ts'
import { accountId, type Body, bodies } from '../bodies.ts'
import { expectOk, type Organization } from '../organization.ts'
import { withSuperuser } from '../role.ts'
import type { HistoryWorld } from './history-documents.ts'

/** Assets of each method: registered, used, revised, impaired, moved, disposed, taken back. */
export function assetOperations({ owner, draw, day, record }: HistoryWorld): [number, () => Promise<Reply>][] {
  const known = { classes: [] as number[], assets: [] as number[] }
  const anyOf = () => draw.one([...known.assets, 1])
  const act = (name: string, body: Body = {}) => owner.post(`/accounting/assets/${anyOf()}/${name}`, body)
  const addClass = async () => {
    const second = {
      cost_account_id: await accountId(owner, '120105'),
      accumulated_account_id: await accountId(owner, '120204'),
    }
    const method = draw.one([{}, second, { method: 'days' }, { method: 'declining', declining_percent: '40' }, byUse])
    const body = { ...(await bodies.assetClasses(owner)), ...method, name: `فئة ${draw.whole(1_000_000)}` }
    return record(known.classes, owner.post('/accounting/asset-classes', body))
  }
  const register = async () => {
    if (known.classes.length < 3) return addClass()
    const life = draw.one([{}, {}, { life_months: 7 }, { life_units: '1000' }])
    const body = {
      name: 'أصل',
      asset_class_id: draw.one(known.classes),
      branch_id: owner.ids.branch,
      acquired_on: day(),
      cost: draw.one(['999.99', '12345.67', '0.05']),
      residual: draw.one(['0', '0.01', '345.67']),
      ...life,
    }
    return record(known.assets, owner.post('/accounting/assets', body))
  }
  const dispose = () =>
    act('dispose', { date: day(), how: 'scrapped', ...draw.one([{}, { cost: '0.03' }, { cost: '333.33' }]) })
  return [
    [8, register],
    [2, dispose],
    [2, () => act('restore')],
    [1, () => act('impair', { date: day(), amount: draw.one(['0.01', '100']), reason: 'x' })],
    [2, () => act('revise', { date: day(), life_months: 5 + draw.whole(30), reason: 'x' })],
    [2, () => act('transfer', { date: day(), asset_class_id: draw.one([...known.classes, 1]) })],
    [2, () => act('readings', { date: day(), reading: draw.one(['1', '400', '1000']) })],
    [1, () => owner.remove(`/accounting/assets/${anyOf()}`)],
  ]
}
const byUse = { method: 'units', life_months: '' }

/**
 * The register of some days holds the depreciation that its accounts do, apart from what other sources than assets posted there: that
 * is named as not in the register.
 */
export async function checkRegister(app: TestApp, owner: Organization, days: readonly string[]): Promise<void> {
  const coins = (figure: number | string | null | undefined) => Math.round(Number(figure ?? 0) * 100)
  for (const to of days) {
    const { rows } = expectOk(await owner.get(`/reports/asset-register?to=${to}&whole=true`)).body.data as Sheet
    const sumOf = (key: string) =>
      rows
        .filter((row) => row.key.startsWith(key))
        .reduce((sum, { figures }) => sum + coins(figures.accumulated_after), 0)
    const posted = await postedThrough(app, owner, to)
    expect(sumOf('register_total'), `${to} register`).toBe(coins(posted.of_assets))
    expect(sumOf('not_in_register'), `${to} others`).toBe(coins(posted.of_others))
  }
}

/** Credit less debit through a day on the accounts of accumulated depreciation, by whether a schedule or an asset posted it. */
const postedThrough = (app: TestApp, owner: Organization, to: string) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT sum(credit - debit) FILTER (WHERE entry.source IN ('asset', 'deferral')) AS of_assets,
         sum(credit - debit) FILTER (WHERE entry.source NOT IN ('asset', 'deferral')) AS of_others
       FROM journal_lines AS line JOIN journal_entries AS entry
         ON entry.organization_id = line.organization_id AND entry.id = line.entry_id
       WHERE line.organization_id = $1 AND entry.entry_date <= $2
         AND line.account_id IN (SELECT accumulated_account_id FROM asset_classes WHERE organization_id = $1)`,
      [Number(owner.token?.split('.')[0]), to],
    )
    return rows[0] as Record<'of_assets' | 'of_others', string | null>
  })
