import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBatchedWrites } from './batched-writes.ts'

/** Writes that note what they were given, and the outcomes that were handed to the commit. */
function stand() {
  const written: string[] = []
  const outcomes: Promise<unknown>[] = []
  const joint = createBatchedWrites({
    send: (outcome) => void outcomes.push(outcome),
    execute: async (kept) => {
      written.push(`${kept.length} as one`)
      if (written.includes('entries bad')) throw new Error('refused')
    },
  })
  const moves = (parts: readonly number[]) => {
    written.push(`moves ${parts}`)
    return sql`moves`
  }
  const entries = (parts: readonly string[]) => {
    written.push(`entries ${parts}`)
    return sql`entries`
  }
  const doubled = async (parts: readonly number[]) => {
    written.push(`doubled ${parts}`)
    if (parts.includes(0)) throw new Error('refused')
    return parts.map((part) => part * 2)
  }
  return { joint, written, outcomes, moves, entries, doubled }
}

test('writes of several members become one statement, in the order of their first item', () => {
  const { joint, written, outcomes, moves, entries } = stand()
  joint.enqueue(moves, 1)
  joint.enqueue(entries, 'a')
  joint.enqueue(moves, 2)
  expect(written).toEqual([])
  joint.sendAll()
  expect(written).toEqual(['moves 1,2', 'entries a', '2 as one'])
  expect(outcomes).toHaveLength(1)
})

test('items added after sending are sent the next time, and none twice', () => {
  const { joint, written, moves } = stand()
  joint.enqueue(moves, 1)
  joint.sendAll()
  joint.enqueue(moves, 2)
  joint.sendAll()
  joint.sendAll()
  expect(written).toEqual(['moves 1', '1 as one', 'moves 2', '1 as one'])
})

test('a failure surfaces at the commit', async () => {
  const { joint, outcomes, entries } = stand()
  joint.enqueue(entries, 'bad')
  joint.sendAll()
  await expect(outcomes[0]).rejects.toThrow('refused')
})

test('writes with answers are sent before the others, and are answered first', () => {
  const { joint, written, moves, doubled } = stand()
  joint.enqueue(moves, 1)
  void joint.write(doubled, 5)
  joint.sendAll()
  expect(written).toEqual(['doubled 5', 'moves 1', '1 as one'])
})

test('each caller receives its own answer', async () => {
  const { joint, doubled } = stand()
  const answers = [joint.write(doubled, 5), joint.write(doubled, 7)]
  joint.sendAll()
  expect(await Promise.all(answers)).toEqual([10, 14])
})

test('a waiting caller is rejected when the batch fails or is never sent', async () => {
  const { joint, outcomes, doubled } = stand()
  const failing = joint.write(doubled, 0)
  joint.sendAll()
  await expect(outcomes[0]).rejects.toThrow('refused')
  await expect(failing).rejects.toThrow('refused')
  const left = joint.write(doubled, 1)
  joint.end(new Error('over'))
  await expect(left).rejects.toThrow('over')
})
