import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { badgesAtOnceMost } from '@muster/domain/badge.ts'
import { IconUserOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { callInBatches } from '../../lib/call-in-batches.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { describeShare, SelectionBar } from '../../ui/layout/selection-bar.tsx'

type Props = {
  zoneId: string
  selected: readonly string[]
  total: number
  onNone: () => void
} & Pick<ComponentProps<typeof SelectionBar>, 'all'>

/** The bar that takes the selected unknown numbers off the lists, because they are no people. */
export function DismissNumbers({ zoneId, selected, total, all, onNone }: Props) {
  // Kept while the dialog fades out.
  const [numbers, setNumbers] = useState<readonly string[]>([])
  const dialog = useDialog()
  const count = numbers.length
  return (
    <>
      <SelectionBar count={selected.length} onNone={onNone} all={all}>
        <Button
          variant="default"
          icon={IconUserOff}
          onClick={() => {
            setNumbers(selected)
            dialog.open()
          }}
        >
          {t`Not a person`}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        {...dialog.props}
        title={plural(count, {
          one: 'Take # number off the lists?',
          other: 'Take # numbers off the lists?',
        })}
        confirmLabel={t`Not a person`}
        workingLabel={t`Saving…`}
        onConfirm={async () => {
          const { left } = await callInBatches(numbers, badgesAtOnceMost, batch =>
            api.badges.dismiss({ zoneId, numbers: batch }),
          )
          if (left.length > 0) throw new Error('Some numbers are left')
        }}
        onDone={onNone}
        done={plural(count, { one: '# number taken off the lists', other: '# numbers taken off the lists' })}
        invalidates={[orpc.badges.key()]}
        failure={t`The numbers couldn’t be taken off the lists. Try again.`}
      >
        {describeShare(count, total)}{' '}
        <Trans>
          Only for misread and foreign cards. Nobody looks for these numbers in an emergency until they are
          read again.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
