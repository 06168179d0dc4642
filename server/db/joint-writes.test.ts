import { expect, test } from 'vitest'
import { createJointWrites } from './joint-writes.ts'

/** Two writes that note what they were given, and the outcomes that were handed to the commit. */
function stand() {
  const written: string[] = []
  const outcomes: Promise<unknown>[] = []
  const joint = createJointWrites((outcome) => outcomes.push(outcome))
  const moves = async (parts: readonly number[]) => void written.push(`moves ${parts}`)
  const entries = async (parts: readonly string[]) => {
    written.push(`entries ${parts}`)
    if (parts.includes('bad')) throw new Error('refused')
  }
  return { joint, written, outcomes, moves, entries }
}

test('what several hand over is written once, in the order in which it was first handed over', () => {
  const { joint, written, outcomes, moves, entries } = stand()
  joint.add(moves, 1)
  joint.add(entries, 'a')
  joint.add(moves, 2)
  expect(written).toEqual([])
  joint.sendAll()
  expect(written).toEqual(['moves 1,2', 'entries a'])
  expect(outcomes).toHaveLength(2)
})

test('what comes after it was sent is sent the next time, and nothing twice', () => {
  const { joint, written, moves } = stand()
  joint.add(moves, 1)
  joint.sendAll()
  joint.add(moves, 2)
  joint.sendAll()
  joint.sendAll()
  expect(written).toEqual(['moves 1', 'moves 2'])
})

test('a failure is told to whoever commits', async () => {
  const { joint, outcomes, entries } = stand()
  joint.add(entries, 'bad')
  joint.sendAll()
  await expect(outcomes[0]).rejects.toThrow('refused')
})
