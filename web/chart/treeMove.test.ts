import { describe, expect, test } from 'vitest'
import { branchesOf, rowsOf } from './TreeNode.ts'
import { treeMove } from './treeMove.ts'

type Node = { id: number; children: Node[] }
const leaf = (id: number): Node => ({ id, children: [] })
const nodes: Node[] = [{ id: 1, children: [{ id: 11, children: [leaf(111), leaf(112)] }, leaf(12)] }, leaf(2)]
const open = new Set([1])
const rows = rowsOf(nodes, open)
const row = (id: number) => rows.find(({ node }) => node.id === id) as (typeof rows)[number]

test('a closed node hides what is below it, and each row knows its place', () => {
  expect(rows.map(({ node }) => node.id)).toEqual([1, 11, 12, 2])
  expect(row(11)).toMatchObject({ level: 2, position: 1, siblings: 2, parent: 1, open: false })
  expect(row(12).open).toBeUndefined()
  expect(branchesOf(nodes)).toEqual([1, 11])
})

describe('keys', () => {
  test.each([
    ['ArrowDown', 1, { focus: 11 }],
    ['ArrowDown', 2, null],
    ['ArrowUp', 11, { focus: 1 }],
    ['ArrowUp', 1, null],
    ['Home', 12, { focus: 1 }],
    ['End', 1, { focus: 2 }],
    ['ArrowRight', 11, { open: true }],
    ['ArrowRight', 1, { focus: 11 }],
    ['ArrowRight', 12, null],
    ['ArrowLeft', 1, { open: false }],
    ['ArrowLeft', 12, { focus: 1 }],
    ['ArrowLeft', 2, null],
    ['Enter', 11, { open: true }],
    [' ', 1, { open: false }],
    ['Enter', 12, null],
    ['a', 1, null],
  ] as const)('%s on %i', (key, id, move) => expect(treeMove(key, 'ltr', rows, row(id))).toEqual(move))
  test('right to left, the left arrow opens a branch', () => {
    expect(treeMove('ArrowLeft', 'rtl', rows, row(11))).toEqual({ open: true })
    expect(treeMove('ArrowRight', 'rtl', rows, row(1))).toEqual({ open: false })
  })
})
