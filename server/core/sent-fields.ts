/** The fields of a body that were sent. An absent field leaves what is stored. */
export const sentFields = <Body extends object>(body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Body
