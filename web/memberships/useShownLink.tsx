import { type ReactNode, useState } from 'react'
import { InvitationLink } from './InvitationLink.tsx'

/** The dialog with the link of an invitation, which is answered once. */
export function useShownLink(): { shown: ReactNode; showLink: (link: string | null) => void } {
  const [link, setLink] = useState<string | null>(null)
  return {
    shown: link !== null && <InvitationLink link={link} onClose={() => setLink(null)} />,
    showLink: (made) => setLink(made ?? ''),
  }
}
