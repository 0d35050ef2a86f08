import { Trans } from '@lingui/react/macro'
import { CautionNote } from '../states/caution-note.tsx'

/** True for a link that opens on the server itself only, because its public address was never set. */
export function isLocalLink(link: string): boolean {
  const { hostname } = new URL(link)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

export const LocalLinkNote = ({ link }: { link: string }) =>
  isLocalLink(link) && (
    <CautionNote>
      <Trans>
        Nobody else can open this link: the public address of Muster is not set. An administrator of the
        server sets it as PUBLIC_URL. Until then, print the list or download it as PDF.
      </Trans>
    </CautionNote>
  )
