import { type GoalCharacter, goalText, type LoginGoal } from '../model/login-goal';

interface GoalLineProps {
  id: string;
  goal: LoginGoal;
  /** Null while it is fetched. The line is then empty but has its full height. */
  character: GoalCharacter | null;
}

/** What the visitor logs in for, with the round picture on a phone (rule accounts-login-goal). */
export function GoalLine({ id, goal, character }: GoalLineProps) {
  return (
    <div className="goal" id={id}>
      <span className="goal__coin">
        {character && <img src={character.coin_url} alt="" width={44} height={44} loading="lazy" />}
      </span>
      <div>
        <p className="goal__text">{character && goalText(goal, character.name)}</p>
        {goal.question !== undefined && <p className="voice goal__question">{goal.question}</p>}
      </div>
    </div>
  );
}
