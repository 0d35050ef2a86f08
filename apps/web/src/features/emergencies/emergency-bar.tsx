import { t } from '@lingui/core/macro'
import { Box, Group, Stack } from '@mantine/core'
import type { Emergency, OwnEmergency } from '@muster/contract/emergencies.ts'
import { IconChevronDown, IconMessageQuestion, IconUrgent } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { formatAlternatives } from '../../lib/format-list.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { AlarmAnswers } from '../../ui/alarm/alarm-answers.tsx'
import { kindLabels } from '../../ui/alarm/kind-words.ts'
import { sortByDistance } from '../../ui/alarm/nearest-places.ts'
import { currentPositionMs } from '../../ui/alarm/use-current-position.ts'
import { BoardLinks } from './board-links.tsx'
import classes from './emergency-bar.module.css'
import { needsAnswer } from './needs-answer.ts'
import { ownAnswerText } from './own-answer-text.ts'
import { HelpActs, OwnStatus } from './own-status.tsx'
import type { OwnAnswerState } from './use-own-answer.ts'

type Props = {
  emergency: OwnEmergency
  own: OwnAnswerState
  /** The same emergency with its numbers, for users who see its board. */
  board: Emergency | undefined
  answers: Omit<ComponentProps<typeof AlarmAnswers>, 'isSmall'>
  title: string
  /** True where the page repeats the title. */
  isCompact: boolean
  /** Shows the whole alarm, with what to do and with the answers. */
  onOpen: () => void
}

/** Above the two answers it says what to do while they are still asked; somebody who needs help sees whom to call. */
export function EmergencyBar({ emergency, own, board, answers, title, isCompact, onOpen }: Props) {
  const { kind, drill } = emergency
  const { answer, state } = own
  const isQuestion = kind === 'welfare'
  const Icon = isQuestion ? IconMessageQuestion : IconUrgent
  const needsHelp = state === 'help'
  const isAsking = needsAnswer({ answer, state })
  return (
    <section
      className={classes.bar}
      data-look={drill ? 'drill' : isQuestion ? 'question' : 'emergency'}
      data-state={needsHelp ? 'help' : isAsking ? 'asking' : undefined}
      aria-label={drill ? t`Drill: ${title}` : t`Emergency: ${title}`}
    >
      <button type="button" className={classes.line} data-folded-alarm onClick={onOpen}>
        <Icon size="1.5rem" aria-hidden />
        <Stack component="span" flex={1} miw={0} lh={1.35} gap={0}>
          {!(isCompact && isAsking) && (
            <span className={classes.title} dir="auto">
              {drill && <span className={classes.drill}>{t`Drill`}</span>}{' '}
              {isQuestion ? kindLabels.welfare : title}
            </span>
          )}
          {isAsking && !needsHelp ? (
            <span className={classes.instruction} dir="auto">
              {toInstruction(emergency)}
            </span>
          ) : (
            !needsHelp && (
              <span className={classes.said}>
                {answer ? ownAnswerText(answer) : t`You already count as safe. Answer if you need help.`}
              </span>
            )
          )}
        </Stack>
        <span className={classes.change}>
          <span className={classes.changeWords}>
            {isAsking ? t`Show` : answer ? t`Change answer` : t`Answer`}
          </span>
          <IconChevronDown size="1.25rem" aria-hidden />
        </span>
      </button>
      {(needsHelp || own.isWaiting || own.error || (isAsking && answer)) && (
        <Box flex="1 1 14rem" pb="xs" role="status">
          <OwnStatus emergency={emergency} own={own} />
        </Box>
      )}
      <HelpActs emergency={emergency} own={own} />
      {isAsking && !needsHelp && (
        <Stack flex="1 1 18rem" gap="xs" p={6} bdrs="md" bg="var(--m-surface)">
          <AlarmAnswers {...answers} isSmall />
        </Stack>
      )}
      {board && (
        <Group mx="-6px" gap={0}>
          <BoardLinks emergency={board} />
        </Group>
      )}
    </section>
  )
}

/** Where to go or, without a place, what to do. */
function toInstruction({ message, points }: OwnEmergency): string {
  const places = formatAlternatives(
    sortByDistance(points, locator.known(currentPositionMs)).map(it => it.name),
  )
  return points.length > 0 ? t`Go to: ${places}` : message
}
