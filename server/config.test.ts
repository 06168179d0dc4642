import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without settings it listens on this machine alone and brings its own database', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'production',
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    database: undefined,
    smtpUrl: undefined,
    trustProxy: 'loopback',
    admission: { running: 32, waiting: 2048, waitingOfTenant: 512 },
  })
})

test('an empty value counts as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4000, database: undefined })
})

test('a database URL is parsed', () => {
  const { database } = readConfig({
    DATABASE_URL: 'postgres://an%40na:p%2Fw@db.example:6432/books?sslmode=verify-full',
  })
  expect(database).toEqual({
    host: 'db.example',
    port: 6432,
    user: 'an@na',
    password: 'p/w',
    database: 'books',
    ssl: true,
  })
})

test('a socket folder is taken from the query', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://a:b@localhost/x?host=/run/pg' }).database?.host).toBe('/run/pg')
})

test.each([
  [{ PORT: '65536' }, /PORT/],
  [{ NODE_ENV: 'prod' }, /NODE_ENV/],
  [{ PUBLIC_URL: 'mizan.example' }, /PUBLIC_URL/],
  [{ SMTP_URL: 'http://mail' }, /SMTP_URL/],
  [{ MAIL_FROM: 'nobody' }, /MAIL_FROM/],
  [{ TRUST_PROXY: 'perhaps' }, /TRUST_PROXY/],
  [{ MAX_WAITING: '0' }, /MAX_WAITING/],
  [{ DATABASE_URL: 'postgres://localhost/x' }, /a user/],
  [{ DATABASE_URL: 'postgres://a:b@h/x?sslmode=prefer' }, /sslmode/],
  [{ DATABASE_APP_URL: 'postgres://a:b@h/x' }, /without DATABASE_URL/],
])('%o is refused and the variable named', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test('a refused address is not repeated: it may hold a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://a:secret@h/x' })).toThrow(/^(?!.*secret)/)
})
