import { expect, test } from 'vitest'
import { createJointWrites } from './joint-writes.ts'

/** Two writes that note what they were given, and the outcomes that were handed to the commit. */
function stand() {
  const written: string[] = []
  const outcomes: Promise<unknown>[] = []
  const joint = createJointWrites(
    (outcome) => outcomes.push(outcome),
    () => written.push('on its way'),
  )
  const moves = async (parts: readonly number[]) => void written.push(`moves ${parts}`)
  const entries = async (parts: readonly string[]) => {
    written.push(`entries ${parts}`)
    if (parts.includes('bad')) throw new Error('refused')
  }
  const doubled = async (parts: readonly number[]) => {
    written.push(`doubled ${parts}`)
    return parts.map((part) => part * 2)
  }
  return { joint, written, outcomes, moves, entries, doubled }
}

test('what several hand over is written once, in the order in which it was first handed over', () => {
  const { joint, written, outcomes, moves, entries } = stand()
  joint.add('kept', moves, 1)
  joint.add('kept', entries, 'a')
  joint.add('kept', moves, 2)
  expect(written).toEqual([])
  joint.sendAll()
  expect(written).toEqual(['moves 1,2', 'entries a'])
  expect(outcomes).toHaveLength(2)
})

test('what comes after it was sent is sent the next time, and nothing twice', () => {
  const { joint, written, moves } = stand()
  joint.add('kept', moves, 1)
  joint.sendAll()
  joint.add('kept', moves, 2)
  joint.sendAll()
  joint.sendAll()
  expect(written).toEqual(['moves 1', 'moves 2'])
})

test('a failure is told to whoever commits', async () => {
  const { joint, outcomes, entries } = stand()
  joint.add('kept', entries, 'bad')
  joint.sendAll()
  await expect(outcomes[0]).rejects.toThrow('refused')
})

test('what an answer is made of goes before the books, and is heard of between them', () => {
  const { joint, written, moves, doubled } = stand()
  joint.add('kept', moves, 1)
  joint.add('written', doubled, 5)
  joint.sendAll()
  expect(written).toEqual(['doubled 5', 'on its way', 'moves 1'])
})

test('each is answered his own', async () => {
  const { joint, doubled } = stand()
  const answers = [joint.add('written', doubled, 5), joint.add('written', doubled, 7)]
  joint.sendAll()
  expect(await Promise.all(answers)).toEqual([10, 14])
})

test('whoever waits is told that it failed, or that nothing will be sent', async () => {
  const { joint, outcomes, entries, doubled } = stand()
  const failing = joint.add('written', entries, 'bad')
  joint.sendAll()
  await expect(outcomes[0]).rejects.toThrow('refused')
  await expect(failing).rejects.toThrow('refused')
  const left = joint.add('written', doubled, 1)
  joint.end(new Error('over'))
  await expect(left).rejects.toThrow('over')
})
