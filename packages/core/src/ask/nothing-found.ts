/** What is answered where the documents hold no answer. */
export const nothingFound = 'The documents do not answer this question.';
