import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Box, Text, Title } from '@mantine/core'
import { languages, sourceLanguage } from '@muster/domain/language.ts'
import type { ReactNode } from 'react'
import { setDeviceLanguage } from '../../../lib/activate-language.ts'
import { LanguageSelect } from '../../../ui/language/language-select.tsx'
import classes from './visit-frame.module.css'

type Props = {
  /** The zone; above the title. */
  place?: string
  /** Undefined if the content has the heading. */
  title?: string
  intro?: ReactNode
  isKiosk?: boolean
  isCentred?: boolean
  /** True to offer the languages: at the beginning, and not once something was typed, because choosing one reloads the page. */
  offersLanguages?: boolean
  children: ReactNode
}

/** The layout of the pages for visitors: one calm column with the zone, a title and one thing to do. */
export function VisitFrame({ place, title, intro, isKiosk, isCentred, offersLanguages, children }: Props) {
  return (
    <main className={classes.frame} data-centred={isCentred || undefined}>
      <div className={classes.body} data-kiosk={isKiosk || undefined}>
        {place !== undefined && (
          <Text
            c="dimmed"
            fw={600}
            dir="auto"
            mb={title === undefined ? 'sm' : 0}
            style={{ overflowWrap: 'anywhere' }}
          >
            {place}
          </Text>
        )}
        {title !== undefined && (
          <Title
            lts="-0.02em"
            lh={1.15}
            fz={isKiosk && isCentred ? 40 : undefined}
            mb={intro ? 4 : 'md'}
            dir="auto"
          >
            {title}
          </Title>
        )}
        {intro && (
          <Text c="dimmed" mb="lg">
            {intro}
          </Text>
        )}
        {children}
        {offersLanguages && (
          <Box className={classes.foot} maw="20rem">
            <LanguageSelect
              label={t`Language`}
              value={languages.find(({ code }) => code === i18n.locale)?.code ?? sourceLanguage}
              onChange={language => language && setDeviceLanguage(language)}
            />
          </Box>
        )}
      </div>
    </main>
  )
}
