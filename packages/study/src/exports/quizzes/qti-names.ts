/** QTI's own namespace. */
export const qtiNamespace = 'http://www.imsglobal.org/xsd/imsqti_v2p2';

/** What LOM calls the difficulties. */
export const lomDifficulties = { beginner: 'easy', intermediate: 'medium', advanced: 'difficult' } as const;
