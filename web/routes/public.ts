import type { ComponentType } from 'react'

type PublicPage = { path: string; load: () => Promise<ComponentType> }

/** The pages before the sign-in; a signed-in visitor is sent on. */
export const publicPages: readonly PublicPage[] = [
  { path: '/login', load: () => import('../auth/LoginPage.tsx').then((m) => m.LoginPage) },
  { path: '/register', load: () => import('../auth/RegisterPage.tsx').then((m) => m.RegisterPage) },
  { path: '/forgot-password', load: () => import('../auth/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage) },
  { path: '/reset-password', load: () => import('../auth/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage) },
]

/** The page of an invitation, signed in or not. */
export const invitationPath = '/invitation'

/** The page of the law's figures, signed in or not: it computes in the browser. */
export const lawPath = '/law'
