import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

/** Why an address is not sent to. */
export class AddressRefused extends Error {}

/** Networks that are not the public internet (IANA special-purpose registries). */
const internal = new BlockList()
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  internal.addSubnet(network, length, 'ipv4')
// Of version 6 only global unicast is public, without documentation, Teredo, 6to4 and benchmarking, which carry or mean other addresses.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  internal.addSubnet(network, length, 'ipv6')

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !internal.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !internal.check(address, 'ipv6')
}

/** The networks that an operator allows in addition, such as `10.0.0.0/8`: for systems in the same house. */
export function allowedNetworks(networks: readonly string[]): BlockList {
  const allowed = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (length === undefined) allowed.addAddress(address, family)
    else allowed.addSubnet(address, Number(length), family)
  }
  return allowed
}

const isAllowed = (allowed: BlockList, address: string): boolean =>
  allowed.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** The address of a webhook as it may be stored. An internal host is refused at once where it can be seen. */
export function checkWebhookUrl(text: string, allowed: BlockList): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw new AddressRefused('no address')
  if (url.username || url.password) throw new AddressRefused('credentials in the address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOwn = isIP(host) !== 0 && isAllowed(allowed, host)
  if (url.protocol === 'http:' && !isOwn) throw new AddressRefused('not encrypted')
  if (isIP(host) !== 0 && !isOwn && !isPublic(host)) throw new AddressRefused('an internal address')
  if (/^(localhost|.*\.(localhost|local|internal|intranet|lan|home\.arpa))\.?$/i.test(host) || !/[.:]/.test(host))
    throw new AddressRefused('an internal name')
  return url
}

/** How a name is resolved; tests replace it. */
export type ResolveName = (
  name: string,
  options: { all: true; family: number },
) => Promise<{ address: string; family: number }[]>

/**
 * Resolves a name when the connection is made, and connects to exactly the address that was checked: a name that changes its mind in between
 * leads nowhere else. If any of its addresses is internal, none is used.
 */
export const checkedLookup =
  (allowed: BlockList, resolve: ResolveName = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { all: true, family: options.family === 4 || options.family === 6 ? options.family : 0 })
      .then((found) => {
        const wrong = found.find(({ address }) => !isPublic(address) && !isAllowed(allowed, address))
        if (wrong || found.length === 0) throw new AddressRefused('the name leads to an internal address')
        if (options.all) callback(null, found)
        else callback(null, found[0]?.address as string, found[0]?.family)
      })
      .catch((error) => callback(error, '', 0))
  }
