import { plural } from '@lingui/core/macro'
import { WarningWords } from '../../ui/people/warning-words.tsx'

/** The number of people by badge who came in too long ago to be certain. Renders nothing if there are none. */
export const UnseenByBadge = ({ unseen }: { unseen: number }) =>
  unseen === 0 ? null : (
    <WarningWords bold>
      {plural(unseen, { one: '# of them not seen lately', other: '# of them not seen lately' })}
    </WarningWords>
  )
