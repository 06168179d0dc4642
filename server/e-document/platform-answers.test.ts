import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csidRefusal, csidRefusals, documentState, documentStates, parsedBody, remarksOf } from './platform-answers.ts'

const fine = JSON.stringify({
  validationResults: { warningMessages: [], errorMessages: [] },
  reportingStatus: 'REPORTED',
})
const warned = JSON.stringify({
  validationResults: { warningMessages: [{ code: 'BR-CO-17', message: 'VAT' }] },
  reportingStatus: 'REPORTED',
})
const cleared = JSON.stringify({
  validationResults: { warningMessages: [{ code: 'BR-CO-17', message: 'VAT' }] },
  clearanceStatus: 'CLEARED',
})
const refused = JSON.stringify({
  validationResults: { errorMessages: [{ code: 'BR-26' }] },
  reportingStatus: 'NOT_REPORTED',
})
const earlier = JSON.stringify({
  message: 'Invoice Hash Previously Submitted',
  reportingStatus: 'REPORTED_SUCCESSFULLY_EARLIER',
})

test.each([
  [200, fine, 'accepted'],
  [200, warned, 'accepted_with_warnings'],
  [202, warned, 'accepted_with_warnings'],
  [200, refused, 'rejected'],
  [400, refused, 'rejected'],
  [400, JSON.stringify({ invoiceHash: 'x', status: 'Not Reported', errors: [{ code: 'Seller-Name' }] }), 'rejected'],
  [400, '<html>Bad Request</html>', 'not_processed'],
  [400, JSON.stringify({ code: 'Invalid-Request', message: 'System failed' }), 'not_processed'],
  [200, '{}', 'unknown'],
  [200, '{"status":"ok","message":"maintenance"}', 'unknown'],
  [202, '{"validationResults":{"status":"PASS"}}', 'unknown'],
  [208, '{}', 'unknown'],
  [409, '{"message":"Conflict"}', 'unknown'],
  [409, '<html>Conflict</html>', 'unknown'],
  [208, fine, 'duplicate'],
  [409, refused, 'duplicate'],
  [200, earlier, 'duplicate'],
  [303, '{"message":"Clearance is deactiviated."}', 'clearance_off'],
  [401, '', 'unauthorised'],
  [403, '', 'unauthorised'],
  [404, '', 'not_processed'],
  [406, 'This Version is not supported or not provided in the header.', 'not_processed'],
  [413, '', 'not_processed'],
  [302, '', 'not_processed'],
  [200, '<html>Captive portal</html>', 'unknown'],
  [408, '', 'unknown'],
  [429, '', 'unknown'],
  [500, '{}', 'unknown'],
  [502, '', 'unknown'],
  [503, '', 'unknown'],
  [504, '', 'unknown'],
  [null, 'TimeoutError', 'unknown'],
] as const)('a status of %s with %s means %s', (status, text, state) =>
  expect(documentState(status, text, 'reporting')).toBe(state),
)

test('the verdict of a clearance is its own: a report says nothing about it', () => {
  expect(documentState(200, fine, 'clearance')).toBe('unknown')
  expect(documentState(202, cleared, 'clearance')).toBe('accepted_with_warnings')
  expect(documentState(200, cleared, 'reporting')).toBe('unknown')
  expect(documentState(200, fine, 'compliance')).toBe('accepted')
  expect(documentState(202, cleared, 'compliance')).toBe('accepted_with_warnings')
})

test.each([
  [
    { validationResults: { errorMessages: [{ code: 'A', category: 'KSA', message: 'm' }] } },
    [{ code: 'A', category: 'KSA', message: 'm' }],
  ],
  [
    { validationResults: { erroMessages: [{ code: 'A', message: 'm' }] } },
    [{ code: 'A', category: null, message: 'm' }],
  ],
  [
    { errorMessages: [{ code: 'A', message: 'm' }], validationResults: { infoMessages: {} } },
    [{ code: 'A', category: null, message: 'm' }],
  ],
  [{ errors: ['text'] }, [{ code: null, category: null, message: 'text' }]],
  [{ erros: [{ code: 'A', message: 'm' }] }, [{ code: 'A', category: null, message: 'm' }]],
  [{ category: 'HTTP-Errors', code: '500', message: 'm' }, [{ code: '500', category: 'HTTP-Errors', message: 'm' }]],
  [{ timestamp: 1, status: 401, error: 'Unauthorized', message: '' }, []],
])('errors are read however they are spelled: %j', (body, remarks) =>
  expect(remarksOf(parsedBody(JSON.stringify(body)), 'errors')).toEqual(remarks),
)

test.each([
  ['Invalid-OTP', 'otp_invalid'],
  ['Missing-ComplianceSteps', 'compliance_incomplete'],
  ['Invalid-CSR', 'request_invalid'],
  ['Something-New', 'other'],
])('%s is refused as %s', (code, refusal) => expect(csidRefusal([{ code, category: null, message: '' }])).toBe(refusal))

test.each(['ar', 'en'])('every state and every refusal has its words (%s)', (language) => {
  const words = JSON.parse(readFileSync(new URL(`../../locales/${language}/eInvoice.json`, import.meta.url), 'utf8'))
  expect(Object.keys(words.states).sort()).toEqual([...documentStates].sort())
  expect(Object.keys(words.csid).sort()).toEqual([...csidRefusals].sort())
})
