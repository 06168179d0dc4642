import { type OpeningCredit, openingCredits } from '#contract/opening-credits.ts'
import type { Context } from '#server/core/context.ts'
import { readCredit } from '#server/opening/read-credit.ts'
import { fact, moneyText, paperHead } from '#server/paper-kit/paper-parts.ts'
import { bilingual } from '#server/paper-kit/printed-document.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

/** A credit of a customer, or with a supplier, from before the books began. */
export async function openingCreditPaper(
  context: Context,
  side: keyof typeof openingCredits,
  id: number,
): Promise<PdfPaper> {
  const facts = openingCredits[side]
  const credit: OpeningCredit = facts.calls.read.answer.parse(await readCredit(context, facts, id))
  const say = bilingual(context.services.words)
  const head = await paperHead(context, credit.organization)
  return {
    ...head,
    title: say(`sheet.titles.${credit.is_void ? 'void_opening' : facts.name}`),
    number: credit.number,
    created_at: credit.date,
    blocks: [
      { title: say(`sheet.${facts.side.party}`), name: credit.party.name, name_en: credit.party.name_en, facts: [] },
    ],
    facts: [
      fact(say, 'payment_number', credit.number),
      fact(say, 'payment_date', credit.date),
      fact(say, 'amount', moneyText(credit.total, credit.currency)),
    ],
    signatures: [say('sheet.accountant')],
  }
}
