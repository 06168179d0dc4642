import { isIPv6 } from 'node:net'

/** The owner of one IPv6 address usually has its whole network: only the first half of an IPv6 address counts. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const parts = head.split(':').filter(Boolean)
  const behind = tail.split(':').filter(Boolean)
  const whole = [...parts, ...Array(Math.max(0, 8 - parts.length - behind.length)).fill('0'), ...behind]
  return whole.slice(0, 4).join(':')
}
