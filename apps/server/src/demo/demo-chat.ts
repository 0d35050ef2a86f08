type DemoMessage = {
  readonly by: string
  readonly minutesAgo: number
  readonly text: string
  /** The index of the message this one replies to. */
  readonly replyTo?: number
  readonly mentions?: readonly string[]
  /** Reactions, with the people who added them. */
  readonly reactions?: readonly (readonly [by: string, emoji: string])[]
  /** True if the demo's photo is attached. */
  readonly photo?: true
}

/** The demo's messages by group name, oldest first. */
export const demoChat: Readonly<Record<string, readonly DemoMessage[]>> = {
  'Night shift': [
    { by: 'bharat', minutesAgo: 2_980, text: 'Who takes the north gate tonight?' },
    { by: 'member', minutesAgo: 2_976, text: 'I do, until two.', reactions: [['bharat', '👍']] },
    { by: 'deepak', minutesAgo: 2_974, text: 'Then I come at two.', replyTo: 1 },
    {
      by: 'manager',
      minutesAgo: 1_810,
      text: 'We begin at nine today, an hour earlier, because of the delivery.',
      reactions: [
        ['bharat', '✅'],
        ['esha', '✅'],
        ['member', '✅'],
      ],
    },
    { by: 'esha', minutesAgo: 1_802, text: 'The key of the tool store is in the gate house.' },
    { by: 'esha', minutesAgo: 1_801, text: 'Second drawer.' },
    {
      by: 'member',
      minutesAgo: 320,
      text: 'This is how the stairs to crane 2 look. I have reported it.',
      photo: true,
      reactions: [['deepak', '👀']],
    },
    { by: 'deepak', minutesAgo: 300, text: 'I will put sand there before we begin.', replyTo: 6 },
    {
      by: 'bharat',
      minutesAgo: 24,
      text: '@Arjun Singh can you bring the second radio tonight?',
      mentions: ['member'],
    },
    { by: 'esha', minutesAgo: 11, text: 'It is charging at the office, I pass by there anyway.' },
  ],
  'First aiders': [
    { by: 'gita', minutesAgo: 4_400, text: 'The kit at gate 4 is complete again.' },
    { by: 'bharat', minutesAgo: 4_380, text: 'Thank you. I check the one at the office on Friday.' },
    { by: 'manager', minutesAgo: 180, text: 'Next course is on the third of December, at eight.' },
  ],
}
