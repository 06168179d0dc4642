import type { ComponentProps } from 'react'

// A table whose rows are cards on a phone: drawn as grids its elements lose their roles, which are said again here, once for all such tables.

// biome-ignore-start lint/a11y/noRedundantRoles: see above
export const CardTable = (props: ComponentProps<'table'>) => <table role="table" {...props} />
export const CardHead = (props: ComponentProps<'thead'>) => <thead role="rowgroup" {...props} />
export const CardBody = (props: ComponentProps<'tbody'>) => <tbody role="rowgroup" {...props} />
export const CardRow = (props: ComponentProps<'tr'>) => <tr role="row" {...props} />
export const CardColumn = (props: ComponentProps<'th'>) => <th role="columnheader" scope="col" {...props} />
export const CardName = (props: ComponentProps<'th'>) => <th role="rowheader" scope="row" {...props} />
export const CardCell = (props: ComponentProps<'td'>) => <td role="cell" {...props} />
// biome-ignore-end lint/a11y/noRedundantRoles: see above
