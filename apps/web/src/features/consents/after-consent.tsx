import type { ReactNode } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ConsentQuestion } from './consent-question.tsx'

type Props = { onRefused: () => void; children: ReactNode }

/** Of a dialog after which somebody is located: who was not asked yet is, and then goes on. */
export function AfterConsent({ onRefused, children }: Props) {
  return useMe().consent === 'unasked' ? <ConsentQuestion onRefused={onRefused} /> : children
}

type DialogProps = { opened: boolean; onClose: () => void; onAgreed: () => void }

/** The question by itself, before an act that has no dialog of its own. */
export function ConsentDialog({ opened, onClose, onAgreed }: DialogProps) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Before you are located">
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
