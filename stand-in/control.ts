import { gapsOf } from './chain.ts'
import { missingSteps } from './csid-calls.ts'
import { calls, type FaultName, faultNames } from './faults.ts'
import type { PlatformAnswer } from './messages.ts'
import { createOtp, type World } from './world.ts'

type Body = Record<string, unknown>

/** Calls that the real platform does not have: one-time passwords, simulated faults, inspection. Null for any other address. */
export function controlCall(world: World, method: string, path: string, body: Body): PlatformAnswer | null {
  if (method === 'GET' && path === '/state') return { status: 200, body: stateOf(world) }
  if (method === 'POST' && path === '/otps') return { status: 200, body: { otp: createOtp(world) } }
  if (method === 'POST' && path === '/faults') return addFault(world, body)
  if (method === 'DELETE' && path === '/faults') {
    world.faults.length = 0
    return done
  }
  if (method === 'POST' && path === '/clearance') {
    world.isClearanceOn = body.is_on !== false
    return done
  }
  if (method === 'POST' && path === '/certificates') {
    if (typeof body.days === 'number') world.certificate_days = body.days
    return done
  }
  if (method === 'POST' && path === '/revocations') {
    for (const csid of world.csids.values()) if (csid.unit === body.unit) csid.isRevoked = true
    return done
  }
  return null
}

const done: PlatformAnswer = { status: 204, body: null }

function addFault({ faults }: World, { fault, call, times }: Body): PlatformAnswer {
  const name = faultNames.find((one) => one === fault) as FaultName | undefined
  const on = calls.find((one) => one === call) ?? null
  if (!name || (call !== undefined && on === null))
    return { status: 400, body: { message: `fault: ${faultNames.join(', ')}; call: ${calls.join(', ')}` } }
  faults.push({ name, call: on, times: typeof times === 'number' ? times : 1 })
  return done
}

function stateOf({ accepted, chains, csids, faults, isClearanceOn }: World) {
  return {
    documents: [...accepted.values()].map(({ cleared: _, ...one }) => one),
    chains: [...chains].map(([unit, chain]) => ({ unit, last: Math.max(0, ...chain.keys()), missing: gapsOf(chain) })),
    units: [...csids.values()].map((csid) => ({
      unit: csid.unit,
      kind: csid.kind,
      vat_number: csid.vat_number,
      is_revoked: csid.isRevoked,
      missing_steps: csid.kind === 'compliance' ? missingSteps(csid) : [],
    })),
    faults: faults.filter(({ times }) => times > 0),
    is_clearance_on: isClearanceOn,
  }
}
