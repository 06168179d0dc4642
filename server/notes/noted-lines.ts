import type { Context } from '#server/core/context.ts'

/** The rows of a document with their products and accounts, as a note needs them. */
export const notedLines = ({ db }: Context, id: number) =>
  db
    .selectFrom('document_lines as line')
    .innerJoin('documents as noted', 'noted.id', 'line.document_id')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .innerJoin('product_categories as category', 'category.id', 'products.product_category_id')
    .select(['line.line_number', 'line.product_name', 'line.product_name_en', 'line.quantity', 'line.price'])
    .select(['line.product_unit_id', 'line.unit_content'])
    .select(['line.order_line_id', 'line.goods_line_id', 'line.cost_base'])
    .select(['line.tax', 'line.tax_share', 'line.discount', 'line.discount_share', 'noted.prices_include_tax'])
    .leftJoin('accounts as expense', (join) =>
      join.on('expense.id', '=', (row) =>
        row.fn.coalesce('products.expense_account_id', 'category.expense_account_id'),
      ),
    )
    .select(['line.net', 'line.tax_id', 'line.tax_rate', 'line.cost_center_id', 'expense.class as expense_class'])
    .select(['products.id', 'products.name', 'products.name_en', 'products.status', 'products.apply_tax'])
    .select(['products.unlimited_quantity', 'products.tracking', 'products.tracks_expiry'])
    // What was delivered or received before says its lots there.
    .leftJoin('goods_note_lines as delivered', 'delivered.id', 'line.goods_line_id')
    .select((row) => row.fn.coalesce('line.lots', 'delivered.lots').as('lots'))
    .select((row) =>
      row.fn.coalesce('products.income_account_id', 'category.income_account_id').as('income_account_id'),
    )
    .select((row) =>
      row.fn.coalesce('products.expense_account_id', 'category.expense_account_id').as('expense_account_id'),
    )
    .select('product_types.key as type')
    .leftJoin('deferrals as deferral', (join) =>
      join
        .onRef('deferral.document_id', '=', 'line.document_id')
        .onRef('deferral.line_number', '=', 'line.line_number')
        .on('deferral.state', '!=', 'cancelled'),
    )
    .select('deferral.id as deferral_id')
    .leftJoin('landed_costs as landed', (join) =>
      join
        .onRef('landed.bill_id', '=', 'line.document_id')
        .onRef('landed.line_number', '=', 'line.line_number')
        .on('landed.state', '=', 'posted'),
    )
    .select('landed.id as landed_cost_id')
    .innerJoin('units as unit', 'unit.id', 'products.unit_id')
    .leftJoin('product_units as further', 'further.id', 'line.product_unit_id')
    .leftJoin('units as stated', 'stated.id', 'further.unit_id')
    .select([
      'unit.name as unit',
      'unit.name_en as unit_en',
      'stated.name as stated_unit',
      'stated.name_en as stated_unit_en',
    ])
    .where('line.document_id', '=', id)
    .orderBy('line.line_number')
    .execute()
