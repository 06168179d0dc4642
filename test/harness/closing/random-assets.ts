import { accountId, type Body, bodies } from '../bodies.ts'
import { callsOf, expectOk, idOf, type Organization } from '../organization.ts'

type Draw = (below: number) => number

/**
 * Assets of each method in a year, drawn: registered and used, revised, impaired, moved to another branch and class, sold in part and
 * scrapped.
 */
export async function randomAssets(owner: Organization, year: string, draw: Draw): Promise<void> {
  const { post } = callsOf(owner)
  const branch_id = await idOf(owner.post('/branches', await bodies.branches(owner)))
  const bank = await accountId(owner, '110103')
  const classes = await classesOf(owner)
  const day = (from: number) => `${year}-${String(from + draw(2)).padStart(2, '0')}-${10 + draw(18)}`
  const register = (asset_class_id: number, change: Body = {}) =>
    post('/accounting/assets', {
      name: 'أصل',
      asset_class_id,
      branch_id: owner.ids.branch,
      acquired_on: `${year}-0${1 + draw(2)}-0${1 + draw(9)}`,
      cost: `${9000 + draw(9000)}.${10 + draw(90)}`,
      residual: String(draw(900)),
      ...change,
    })
  const act = (id: number, name: string, body: Body) => post(`/accounting/assets/${id}/${name}`, body)
  for (const method of ['months', 'days', 'declining'] as const) {
    const { id } = await register(classes[method])
    const date = day(4)
    await act(id, 'dispose', { date, how: 'sold', cost: '3000', proceeds: `${1000 + draw(3000)}`, account_id: bank })
    await act(id, 'revise', { date: day(6), life_months: 24 + draw(60), reason: 'تلف' })
    await act(id, 'transfer', { date: day(8), branch_id })
    await act((await register(classes[method])).id, 'dispose', { date: day(3), how: 'scrapped' })
  }
  const moved = await register(classes.months)
  await act(moved.id, 'impair', { date: day(3), amount: `${100 + draw(900)}`, reason: 'هبوط' })
  await act(moved.id, 'transfer', { date: day(5), asset_class_id: classes.other })
  const used = await register(classes.units, { life_units: '100000' })
  await act(used.id, 'readings', { date: day(3), reading: `${1000 + draw(20_000)}` })
  await act(used.id, 'transfer', { date: day(5), branch_id })
  await act(used.id, 'readings', { date: day(7), reading: `${30_000 + draw(60_000)}` })
  const back = await register(classes.days)
  await act(back.id, 'dispose', { date: day(3), how: 'scrapped' })
  expectOk(await owner.post(`/accounting/assets/${back.id}/restore`, {}))
}

async function classesOf(owner: Organization) {
  const make = async (change: Body) =>
    idOf(owner.post('/accounting/asset-classes', { ...(await bodies.assetClasses(owner)), ...change }))
  const [cost_account_id, accumulated_account_id] = [await accountId(owner, '120105'), await accountId(owner, '120204')]
  return {
    months: await make({}),
    other: await make({ cost_account_id, accumulated_account_id, life_months: 48 }),
    days: await make({ method: 'days' }),
    declining: await make({ method: 'declining', declining_percent: '40' }),
    units: await make({ method: 'units', life_months: '' }),
  }
}
