import type { GoodsKind } from '#contract/goods/goods-kinds.ts'
import { goodsNotes } from '#contract/goods/goods-notes.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import type { Context } from '#server/core/context.ts'
