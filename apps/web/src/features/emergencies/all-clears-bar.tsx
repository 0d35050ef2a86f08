import { plural, t } from '@lingui/core/macro'
import { CloseButton, Group, Text } from '@mantine/core'
import type { OwnAllClear } from '@muster/contract/emergencies.ts'
import { AllClearWords } from './all-clear-words.tsx'
import classes from './emergency-frame.module.css'
import { useOwnAllClears } from './use-own-all-clears.ts'

/** One line about everything that is over, newest first, until it is dismissed. */
export function AllClearsBar({ ended }: { ended: readonly OwnAllClear[] }) {
  const { allClears, dismiss } = useOwnAllClears(ended)
  const over = allClears.filter(it => !it.needsHelp)
  const [newest] = over.toSorted((one, other) => Date.parse(other.allClearAt) - Date.parse(one.allClearAt))
  if (!newest) return null
  const more = over.length - 1
  return (
    <section className={classes.allClear} data-no-print aria-label={t`All clear`}>
      <Group className={classes.words} role="status" gap="xs" wrap="nowrap">
        <AllClearWords allClear={newest} />
        {more > 0 && <Text flex="none">{t`· ${plural(more, { other: '# more' })}`}</Text>}
      </Group>
      <CloseButton
        size={44}
        iconSize="1.25rem"
        aria-label={t`Dismiss message`}
        onClick={() => dismiss(over.map(it => it.id))}
      />
    </section>
  )
}
