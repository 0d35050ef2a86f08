import { t } from '@lingui/core/macro'
import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLanguage } from '../../ui/language/page-language.tsx'
import { OfflineBar } from '../../ui/live/offline-bar.tsx'
import classes from './auth-frame.module.css'
import { ZonePicture } from './zone-picture.tsx'

type Props = { title: string; intro: ReactNode; children: ReactNode }

export function AuthFrame({ title, intro, children }: Props) {
  return (
    <div className={classes.frame}>
      <main className={classes.form}>
        <Box w="100%" maw="400px">
          <Group gap="sm" mb="xl" fz="lg" fw={600} lts="-0.01em">
            <Logo />
            <span>Muster</span>
            <PageLanguage />
          </Group>
          <Title lts="-0.02em">{title}</Title>
          <Text c="dimmed" mt={4} mb="lg">
            {intro}
          </Text>
          <OfflineBar text={t`Connect to the internet to continue. What you typed is kept.`} />
          {children}
        </Box>
      </main>
      <div className={classes.picture} aria-hidden="true">
        <ZonePicture />
        <Text size="lg" fw={600} lts="-0.01em">
          {t`Who is inside each zone right now.`}
        </Text>
      </div>
    </div>
  )
}

/** The drawing of muster.svg, inline: as a file it came only after the form. */
function Logo() {
  return (
    <svg aria-hidden="true" width="36" height="36" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" fill="#C8434D" />
      <path
        d="M8 9.5 16 6l8 3.5v11L16 26l-8-5.5z"
        fill="none"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="15.5" r="4" fill="#fff" />
    </svg>
  )
}
