/** `beginner` asks to recall, `intermediate` to understand and apply, `advanced` to connect and to judge. */
export type Difficulty = 'beginner' | 'intermediate' | 'advanced';
