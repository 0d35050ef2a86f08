import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { StatePanel } from './state-panel.tsx'

type Props = { title?: string; text?: string | undefined; onClear: () => void }

/** Shown if there is data, but the search and filters exclude all of it. */
export function FilteredEmpty({ title = t`No results`, text, onClear }: Props) {
  return (
    <StatePanel
      icon={IconFilterOff}
      role="status"
      title={title}
      text={text ?? t`Change your search or filters to see more.`}
    >
      <Button variant="default" onClick={onClear}>
        {t`Clear filters`}
      </Button>
    </StatePanel>
  )
}
