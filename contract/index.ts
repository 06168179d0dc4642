import { ownAccountCalls, passkeySignInCalls, securityPolicyCalls } from './access/account.ts'
import { apiKeys } from './access/api-keys.ts'
import { auditFilters, auditLog } from './access/audit-log.ts'
import { authCalls } from './access/auth.ts'
import { copiesCall } from './access/copies.ts'
import { invitationLinkCalls, invitations, membershipCalls, newOrganizationCall } from './access/memberships.ts'
import { roleCalls, roles, userCalls, users } from './access/people.ts'
import { plansCall } from './access/plans.ts'
import { webhookCalls, webhookDeliveries, webhooks } from './access/webhooks.ts'
import { assetClasses } from './assets/asset-classes.ts'
import { allAssetWorkCalls } from './assets/asset-work.ts'
import { allAssetCalls } from './assets/assets.ts'
import { allAttachmentCalls } from './attachments.ts'
import { bankReconciliations } from './bank.ts'
import { nextProductCodeCall, productCategories, products, productTypesCall, units } from './catalog.ts'
import { accountCalls, chartCalls, costCenterCalls } from './chart.ts'
import { dryCloseCalls } from './closing/dry-close.ts'
import { monthCloseCall } from './closing/month-close.ts'
import { countCalls, stockCounts } from './counts.ts'
import { advanceInvoiceCalls, advanceInvoices } from './documents/advances.ts'
import { billMatchCall } from './documents/bill-match.ts'
import { customsCalls, customsDeclarations } from './documents/customs.ts'
import { allDeferralCalls } from './documents/deferrals.ts'
import { documentCalls } from './documents/document-calls.ts'
import { bills, invoices } from './documents/documents.ts'
import { allLandedCostCalls } from './documents/landed-costs.ts'
import { noteCalls } from './documents/notes.ts'
import { quickInvoiceCall } from './documents/quick-invoice.ts'
import { allRetentionCalls } from './documents/retention-calls.ts'
import { setOffs } from './documents/set-offs.ts'
import { documentHeadsCall, eDocuments, eDocumentXmlCalls, eInvoicingCalls, verdictCalls } from './e-invoicing.ts'
import { fileCall } from './files.ts'
import { forecastRows } from './forecast/forecast-rows.ts'
import { allGoodsCalls } from './goods/goods-notes.ts'
import { allHistoryCalls } from './history.ts'
import { bankRules, rulePreview, ruleProposals } from './imports/bank-rules.ts'
import { bankStatementCalls } from './imports/bank-statements.ts'
import { billInboxCalls } from './imports/bill-inbox.ts'
import { importCalls } from './imports/imports.ts'
import { monthEndsCall } from './imports/month-ends.ts'
import { journalCalls, journalEntries } from './journal.ts'
import { type Call, listCalls } from './kit/resource.ts'
import { allLabelCalls } from './labels/product-labels.ts'
import { lotChoicesCall, lotExpiryCall, lotOptionsCall, lots } from './lots/lots.ts'
import { openingCalls } from './opening.ts'
import { openingCredits } from './opening-credits.ts'
import { allOrderCalls } from './orders/order-calls.ts'
import { purchaseOrders, quotations, salesOrders } from './orders/orders.ts'
import { branches, currencyRateCall, datedRates, lookUps, organizationCalls, paymentMethods } from './organization.ts'
import { mergedPaperCalls, openingPaperCall, paperCalls } from './paper/paper-calls.ts'
import { customerCreditCall, customers, partyStatistics, suppliers } from './parties.ts'
import { expensePayments, incomePayments, paymentCalls } from './payments.ts'
import { availabilityCall } from './places/availability.ts'
import { stockPlaces } from './places/places.ts'
import { placeStockCall, stockTransfers } from './places/transfers.ts'
import { listedPricesCall, priceLists } from './prices/price-lists.ts'
import { auditorSetCall } from './reports/auditor-set.ts'
import { deskCall } from './reports/desk.ts'
import { overviewCalls } from './reports/overviews.ts'
import { productCardCall } from './reports/product-card.ts'
import { reports } from './reports/reports.ts'
import { trialBalanceTrendCall } from './reports/trial-balance-trend.ts'
import { homeCall } from './reports.ts'
import { revaluationCalls } from './revaluations.ts'
import { allRecurringCalls } from './schedules/recurring.ts'
import { reminderCalls } from './schedules/reminders.ts'
import { reportScheduleCalls } from './schedules/report-schedules.ts'
import { allDeliveryCalls } from './sharing/deliveries.ts'
import { mailStopCalls } from './sharing/mail-stops.ts'
import { publicPageCalls } from './sharing/public-page.ts'
import { sharingSettingCalls } from './sharing/settings.ts'
import { taxes } from './taxes.ts'
import { productUnits } from './units/product-units.ts'
import { vatCalls } from './vat.ts'
import { withholdingCalls } from './withholding/withholding.ts'
import { financialYears, periodLockCalls, yearCalls } from './years.ts'
import { zakatAdjustments, zakatCalls, zakatYears } from './zakat/zakat.ts'

/** The product's table of contents: every resource, in the order of the families. */
export const resources = {
  users,
  roles,
  financialYears,
  journalEntries,
  branches,
  taxes,
  paymentMethods,
  units,
  productCategories,
  products,
  productUnits,
  priceLists,
  stockPlaces,
  stockTransfers,
  stockCounts,
  customers,
  suppliers,
  invoices,
  advanceInvoices,
  bills,
  quotations,
  salesOrders,
  purchaseOrders,
  customsDeclarations,
  incomePayments,
  expensePayments,
  assetClasses,
  forecastRows,
  zakatYears,
  zakatAdjustments,
}

/** Every call there is. The server mounts exactly these, and the generated tests walk them. */
export const calls: readonly Call[] = [
  ...Object.values(authCalls),
  fileCall,
  ...Object.values(organizationCalls),
  ...Object.values(lookUps),
  currencyRateCall,
  ...(Object.values(datedRates) as readonly Call[]),
  productTypesCall,
  nextProductCodeCall,
  ...allLabelCalls,
  listedPricesCall,
  ...Object.values(countCalls),
  placeStockCall,
  availabilityCall,
  lotChoicesCall,
  lotOptionsCall,
  ...(Object.values(lots.calls) as readonly Call[]),
  lotExpiryCall,
  ...Object.values(resources).flatMap((resource) => listCalls(resource.calls)),
  ...Object.values(partyStatistics),
  customerCreditCall,
  ...Object.values(chartCalls),
  ...Object.values(roleCalls),
  ...Object.values(userCalls),
  ...(Object.values(invitations.calls) as readonly Call[]),
  ...(Object.values(invitationLinkCalls) as readonly Call[]),
  ...Object.values(membershipCalls),
  newOrganizationCall,
  plansCall,
  ...Object.values(accountCalls),
  ...Object.values(costCenterCalls),
  ...Object.values(yearCalls),
  ...Object.values(periodLockCalls),
  ...Object.values(openingCalls),
  ...Object.values(openingCredits).flatMap((credit) => listCalls(credit.calls)),
  ...Object.values(revaluationCalls),
  ...Object.values(journalCalls),
  ...allHistoryCalls,
  ...allAttachmentCalls,
  ...allOrderCalls,
  ...allGoodsCalls,
  quickInvoiceCall,
  ...Object.values(documentCalls).flatMap((side) => listCalls(side)),
  ...Object.values(paymentCalls).flatMap((side) => listCalls(side)),
  ...Object.values(vatCalls),
  ...Object.values(withholdingCalls),
  homeCall,
  deskCall,
  trialBalanceTrendCall,
  monthCloseCall,
  ...Object.values(dryCloseCalls),
  ...Object.values(zakatCalls),
  auditorSetCall,
  productCardCall,
  ...(Object.values(overviewCalls) as readonly Call[]),
  ...Object.values(reports).flatMap((report) => listCalls(report.calls)),
  ...(noteCalls as readonly Call[]),
  ...(Object.values(customsCalls) as readonly Call[]),
  ...allLandedCostCalls,
  ...allRetentionCalls,
  ...(Object.values(setOffs.calls) as readonly Call[]),
  ...(Object.values(bankReconciliations.calls) as readonly Call[]),
  ...(Object.values(importCalls) as readonly Call[]),
  monthEndsCall,
  ...(Object.values(bankStatementCalls) as readonly Call[]),
  ...(Object.values(billInboxCalls) as readonly Call[]),
  rulePreview,
  ruleProposals,
  ...(Object.values(bankRules.calls) as readonly Call[]),
  ...(Object.values(advanceInvoiceCalls) as readonly Call[]),
  billMatchCall,
  ...(Object.values(eDocuments.calls) as readonly Call[]),
  ...(Object.values(eInvoicingCalls) as readonly Call[]),
  ...(Object.values(eDocumentXmlCalls) as readonly Call[]),
  ...(Object.values(verdictCalls) as readonly Call[]),
  ...(Object.values(paperCalls) as readonly Call[]),
  ...(Object.values(mergedPaperCalls) as readonly Call[]),
  openingPaperCall,
  documentHeadsCall,
  ...allDeferralCalls,
  ...allAssetCalls,
  ...allAssetWorkCalls,
  ...allRecurringCalls,
  ...(Object.values(reminderCalls) as readonly Call[]),
  ...(Object.values(reportScheduleCalls) as readonly Call[]),
  ...allDeliveryCalls,
  ...(Object.values(sharingSettingCalls) as readonly Call[]),
  ...(Object.values(publicPageCalls) as readonly Call[]),
  ...(Object.values(mailStopCalls) as readonly Call[]),
  ...(Object.values(apiKeys.calls) as readonly Call[]),
  ...(Object.values(ownAccountCalls) as readonly Call[]),
  ...(Object.values(auditLog.calls) as readonly Call[]),
  auditFilters,
  copiesCall,
  ...(Object.values(webhooks.calls) as readonly Call[]),
  ...(Object.values(webhookDeliveries.calls) as readonly Call[]),
  ...(Object.values(webhookCalls) as readonly Call[]),
  ...(Object.values(passkeySignInCalls) as readonly Call[]),
  ...(Object.values(securityPolicyCalls) as readonly Call[]),
]
