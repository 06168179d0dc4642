import { expect, test } from 'vitest'
import { resources } from '#contract/index.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk } from '../harness/organization.ts'

const app = await createTestApp()
const owner = await createOrganization(app)
const { post } = callsOf(owner)
const ids = async (path: string) => expectOk(await owner.get(path)).body.data.map((row: { id: number }) => row.id)

const offered = Object.values(resources).filter((resource) => 'options' in resource.calls)
test.each(offered.map((resource) => [resource.name, resource] as const))(
  'a page of the options of %s states their number and is followed by the next page',
  async (_name, { path, name }) => {
    const key = Object.keys(resources).find((one) => resources[one as keyof typeof resources].name === name)
    for (let row = 0; row < 3; row++) {
      const body = await bodies[key as keyof typeof resources](owner)
      await post(path, { ...body, ...('status' in body && { status: 'active' }) })
    }
    const all = await ids(`${path}/list`)
    const seen: number[] = []
    for (let page = 1; seen.length < all.length; page++) {
      const { data, meta } = expectOk(await owner.get(`${path}/list?per_page=2&page=${page}`)).body
      expect(meta).toEqual({ total: all.length })
      expect(data.length).toBeGreaterThan(0)
      seen.push(...data.map((row: { id: number }) => row.id))
    }
    expect(seen).toEqual(all)
  },
)

test('accepts filters of several values in every spelling that clients send', async () => {
  const category = await post('/product-categories', { name: 'فئة', status: 'active' })
  const made = []
  for (const product_category_id of [category.id, owner.ids.category])
    made.push((await post('/products', { ...(await bodies.products(owner)), product_category_id })).id)
  const [inside] = made
  for (const list of ['/products', '/products/list'])
    for (const spelled of ['categories=', 'categories[]=', 'categories[0]=', 'categories%5B%5D=']) {
      expect(await ids(`${list}?${spelled}${category.id}`), `${list} ${spelled}`).toEqual([inside])
      const both = await ids(`${list}?${spelled}${category.id}&${spelled.replace('0', '1')}${owner.ids.category}`)
      expect(both).toEqual(expect.arrayContaining(made))
    }
  expect((await owner.get('/products?types[]=x')).body.errors).toHaveProperty('types.0')
})

test('the product options are filtered, paged and ordered like the product list', async () => {
  expect(await ids('/products/list?types=2')).toEqual([owner.ids.service])
  expect(await ids('/products/list?types=2&status=inactive')).toEqual([])
  const named = async (query: string) =>
    expectOk(await owner.get(`/products/list?${query}`)).body.data.map((row: { name: string }) => row.name)
  expect(await named('sort_key=name&sort_order=desc')).toEqual((await named('sort_key=name')).reverse())
  expect((await owner.get('/products/list?sort_key=secret')).status).toBe(422)
  expect(await named('page=1&per_page=10&keyword=&sort_order=&sort_key=&status=all&categories=&types=')).toEqual(
    await named(''),
  )
})
