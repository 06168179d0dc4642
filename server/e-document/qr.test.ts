import { expect, test } from 'vitest'
import { eInvoiceFileName } from './file-name.ts'
import { qrCode, readQr } from './qr.ts'

test.each([
  [
    'the widely published one',
    ['Bobs Records', '310122393500003', '2022-04-25T15:30:00Z', '1000.00', '150.00'],
    'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==',
  ],
  [
    'an Arabic name',
    [
      'شركة توريد التكنولوجيا بأقصى سرعة المحدودة | Maximum Speed Tech Supply LTD',
      '399999999900003',
      '2022-08-17T17:41:08',
      '231.15',
      '30.15',
    ],
    'AW/YtNix2YPYqSDYqtmI2LHZitivINin2YTYqtmD2YbZiNmE2YjYrNmK2Kcg2KjYo9mC2LXZiSDYs9ix2LnYqSDYp9mE2YXYrdiv2YjYr9ipIHwgTWF4aW11bSBTcGVlZCBUZWNoIFN1cHBseSBMVEQCDzM5OTk5OTk5OTkwMDAwMwMTMjAyMi0wOC0xN1QxNzo0MTowOAQGMjMxLjE1BQUzMC4xNQ==',
  ],
])('a code of phase 1: %s', (_, [seller = '', vat_number = '', time = '', payable = '', tax_sar = ''], code) => {
  expect(qrCode({ seller, vat_number, time, payable, tax_sar })).toBe(code)
  expect(readQr(code)?.map(({ value }) => value.toString())).toEqual([seller, vat_number, time, payable, tax_sar])
})

test('a value with more bytes than its length field allows is refused', () => {
  const facts = { vat_number: '310122393500003', time: '', payable: '', tax_sar: '' }
  expect(() => qrCode({ ...facts, seller: 'س'.repeat(127) })).not.toThrow()
  expect(() => qrCode({ ...facts, seller: 'س'.repeat(128) })).toThrow(RangeError)
})

test.each(['', '%', 'AQ==', 'AQVhYg=='])('%j is no code', (code) => expect(readQr(code)).toBeNull())

test('a file is named as the standard requires', () => {
  const seller = { name: null, vat_number: '310122393500003', identifier: null, address: null, contact: null }
  const document = { seller, issue_date: '2021-05-26', issue_time: '13:24:00', number: '2021/05#26 23555' }
  expect(eInvoiceFileName(document)).toBe('310122393500003_20210526T132400_2021-05-26-23555.xml')
})
