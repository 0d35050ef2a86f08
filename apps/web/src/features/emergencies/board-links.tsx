import { plural, t } from '@lingui/core/macro'
import type { Emergency } from '@muster/contract/emergencies.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './emergency-frame.module.css'

type Props = { emergency: Emergency; onFollow?: () => void }

export function BoardLinks({ emergency: { id, states }, onFollow }: Props) {
  const { help, missing } = states
  const target = {
    to: '/emergencies/$emergencyId',
    params: { emergencyId: id },
    ...(onFollow && { onClick: onFollow }),
  } as const
  return (
    <>
      {help > 0 && (
        <Link {...target} search={{ state: 'help' }} className={classes.number} data-help>
          {t`${plural(help, { one: '# needs help', other: '# need help' })}`}
        </Link>
      )}
      <Link {...target} search={{ state: 'missing' }} className={classes.number}>
        {t`${plural(missing, { other: '# missing' })}`}
      </Link>
      <Link {...target} className={classes.open}>
        <span className={classes.openWord}>{t`Open board`}</span>
        <IconChevronRight size="1.25rem" aria-hidden />
      </Link>
    </>
  )
}
