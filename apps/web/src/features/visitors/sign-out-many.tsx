import { plural, t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { VisitWay } from '@muster/domain/visitor.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { SeenByInput } from './seen-by-input.tsx'

type Props = {
  zoneId: string
  /** The visitors who are meant: the selected ones, or those whom the list shows. */
  choice: { visitIds: string[] } | { way?: VisitWay; search?: string }
  /** Their number; undefined while it is not known. */
  visitors: number | undefined
  /** True where their number stands beside the button. */
  isShort?: boolean
  onDone?: () => void
}

export function SignOutMany({ zoneId, choice, visitors, isShort = false, onDone }: Props) {
  const count = visitors ?? 0
  const [asks, setAsks] = useState(false)
  // True once the server asks who saw them, because an emergency is open in which somebody of them is sought.
  const [isSought, setIsSought] = useState(false)
  const [seenBy, setSeenBy] = useState('')
  const label =
    visitors === undefined
      ? t`Sign out visitors`
      : t`Sign out ${plural(count, { one: '# visitor', other: '# visitors' })}`
  return (
    <>
      <Button variant="default" disabled={count === 0} aria-label={label} onClick={() => setAsks(true)}>
        {isShort ? t`Sign out` : label}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => {
          setAsks(false)
          setIsSought(false)
          setSeenBy('')
        }}
        title={t`Sign out ${plural(count, { one: '# visitor', other: '# visitors' })}?`}
        confirmLabel={t`Sign out`}
        workingLabel={t`Signing out…`}
        onConfirm={() =>
          api.visitors.signOutMany({ zoneId, ...choice, ...(isSought && { seenBy }) }).catch(error => {
            if (hasCode(error, 'VISITOR_NOT_SEEN')) setIsSought(true)
            throw error
          })
        }
        disabled={isSought && seenBy.trim() === ''}
        proof={isSought && <SeenByInput value={seenBy} onChange={setSeenBy} />}
        done={t`The visitors are signed out`}
        failure={t`The visitors couldn’t be signed out. Try again.`}
        invalidates={[orpc.visitors.key()]}
        {...(onDone && { onDone })}
      >
        {t`This can’t be undone. In an open emergency, they then count as not on site.`}
      </ConfirmDialog>
    </>
  )
}
