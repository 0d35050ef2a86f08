import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconChevronRight, IconClipboardCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatList } from '../../../lib/format-list.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './captain.module.css'
import { useCaptainEmergencies, useCaptainList } from './use-captain.ts'

/** The line on the home page that tells captains that they are one; while an emergency is open, their bar does. */
export function CaptainLine() {
  const { data: list } = useCaptainList()
  const { data: emergencies } = useCaptainEmergencies()
  if (!list || list.zones.length === 0 || emergencies?.open.length) return null
  const zones = formatList(list.zones.map(it => it.name))
  return (
    <Link
      to={paths.captain}
      className={classes.line}
      data-whole
      aria-label={t`Captain of ${zones}: open your list`}
    >
      <IconClipboardCheck size="1.25rem" aria-hidden />
      <Text span inherit flex={1} miw={0} dir="auto">
        <Trans>
          Captain of <b>{ph({ zones })}</b>
        </Trans>
      </Text>
      <IconChevronRight size="1.125rem" aria-hidden />
    </Link>
  )
}
