import { describe, expect, test } from 'vitest'
import { resources } from '#contract/index.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { multipart } from '../harness/multipart.ts'
import { createOrganization, expectOk } from '../harness/organization.ts'

// What is true of every resource, proved once for all: envelope, paging, each sort key, search, filters, versions,
// and what is answered to what is missing or wrong.

type Name = keyof typeof resources
const owner = await createOrganization(await createTestApp())
const create = async (name: Name) => expectOk(await owner.post(resources[name].path, await bodies[name](owner))).body

describe.each(Object.keys(resources) as Name[])('%s', (name) => {
  const resource = resources[name]
  const { path } = resource

  test('is created, read, listed and updated with one envelope', async () => {
    const created = await create(name)
    expect(created).toMatchObject({ success: true, message: expect.any(String), data: { id: expect.any(Number) } })
    const { data } = expectOk(await owner.get(`${path}/${created.data.id}`)).body
    expect(data).toEqual(created.data)
    const list = expectOk(await owner.get(path)).body
    expect(list.meta.total).toBeGreaterThan(0)
    expect(list.data.map((row: { id: number }) => row.id)).toContain(data.id)
  })

  test('takes the same body as multipart', async () => {
    const body = { ...(await bodies[name](owner)), action: 'store' }
    const reply = expectOk(await owner.ask('POST', path, multipart(body)))
    const shown = expectOk(await owner.get(`${path}/${reply.body.data.id}`)).body.data
    for (const [key, value] of Object.entries(body)) {
      if (typeof value === 'string' && key in shown && typeof shown[key] === 'string')
        expect(shown[key], key).toBe(value)
    }
  })

  test('pages exactly', async () => {
    for (let row = 0; row < 3; row++) await create(name)
    const all = expectOk(await owner.get(`${path}?per_page=100`)).body
    const seen: number[] = []
    for (let page = 1; seen.length < all.meta.total; page++) {
      const { data, meta } = expectOk(await owner.get(`${path}?per_page=2&page=${page}`)).body
      expect(meta.total).toBe(all.meta.total)
      seen.push(...data.map((row: { id: number }) => row.id))
      if (data.length === 0) break
    }
    expect(seen).toEqual(all.data.map((row: { id: number }) => row.id))
    expect((await owner.get(`${path}?page=9999`)).body).toEqual({ data: [], meta: { total: all.meta.total } })
  })

  test.each(resource.list.sort)('sorts by %s both ways', async (key) => {
    const ids = async (order: string) =>
      expectOk(await owner.get(`${path}?per_page=100&sort_key=${key}&sort_order=${order}`)).body.data.map(
        (row: { id: number }) => row.id,
      )
    expect(await ids('desc')).toEqual((await ids('asc')).reverse())
  })

  test.each([
    'per_page=1000000',
    'per_page=0',
    'per_page=-1',
    'per_page=1e3',
    'per_page=0x1F',
    'page=1_000',
    'page=-1',
    'page=NaN',
    'sort_key=password',
    'sort_key=id;drop table users',
    'sort_order=sideways',
    'page=1&page=2',
  ])('refuses ?%s on its field', async (query) => {
    const reply = await owner.get(`${path}?${query}`)
    expect(reply.status).toBe(422)
    expect(reply.body).toEqual({
      code: 'invalid_input',
      message: expect.any(String),
      errors: { [query.split('=')[0] as string]: expect.any(String) },
    })
  })

  test('searches find the matching rows and no others', async () => {
    if (resource.list.search.length === 0) return
    for (const keyword of ['%%', '__', "'", '\\', 'لا يوجد شيء كهذا', ')))']) {
      const { data } = expectOk(await owner.get(`${path}?keyword=${encodeURIComponent(keyword)}`)).body
      expect(data).toEqual([])
    }
  })

  test('refuses unknown and malformed ids', async () => {
    for (const id of ['999999999', '0', '-1', 'abc', '1e3', '9'.repeat(30), '1%00']) {
      expect((await owner.get(`${path}/${id}`)).status, id).toBe(404)
      expect((await owner.remove(`${path}/${id}`)).status, id).toBe(404)
    }
  })

  test('answers an empty body with the missing fields, in the requested language', async () => {
    for (const language of ['ar', 'en'] as const) {
      const reply = await owner.ask('POST', path, { body: {}, language })
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.errors).length).toBeGreaterThan(0)
      const said = [reply.body.message, ...Object.values<string>(reply.body.errors)].join(' ')
      expect(/[\u0600-\u06ff]/.test(said)).toBe(language === 'ar')
      expect(said).not.toMatch(/errors:|fields\.|\{\{/)
    }
  })

  test('answers 409 to an edit of an older version', async () => {
    const { data } = await create(name)
    const body = { ...(await bodies[name](owner)), version: data.version }
    const number = Object.keys(body).find((key) => key.endsWith('_number'))
    if (number) body[number as keyof typeof body] = data[number]
    expect((await owner.post(`${path}/${data.id}`, { ...body, version: data.version + 7 })).status).toBe(409)
  })
})
