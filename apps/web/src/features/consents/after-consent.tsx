import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ConsentQuestion } from './consent-question.tsx'

type Props = { onRefused: () => void; children: ReactNode }

/** Wraps a dialog that leads to the person being located: asks for consent first if they were never asked, then continues. */
export function AfterConsent({ onRefused, children }: Props) {
  return useMe().consent === 'unasked' ? <ConsentQuestion onRefused={onRefused} /> : children
}

type DialogProps = { opened: boolean; onClose: () => void; onAgreed: () => void }

/** The consent question on its own, for an action without a dialog. */
export function ConsentDialog({ opened, onClose, onAgreed }: DialogProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Before we record your location`}>
      <ConsentQuestion
        onRefused={onClose}
        onAgreed={() => {
          onClose()
          onAgreed()
        }}
      />
    </ResponsiveDialog>
  )
}
