"""Inspect AI: its scorer `model_graded_qa` over a model that says what the judge said; mean by its own values of letters."""
import asyncio
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]  # This file has the package's name.
from inspect_ai.model import ChatMessageUser, ModelOutput, ModelUsage, get_model  # noqa: E402
from inspect_ai.scorer import Target, model_graded_qa, value_to_float  # noqa: E402
from inspect_ai.solver import TaskState  # noqa: E402

sys.path.append(HERE)
from protocol import answer, mean  # noqa: E402


async def grade(output):
    said = ModelOutput.from_content("mockllm/model", output)
    said.usage = ModelUsage()  # Else it counts tokens, for which it loads a vocabulary.
    scorer = model_graded_qa(partial_credit=True, model=get_model("mockllm/model", custom_outputs=[said], memoize=False))
    asked = [ChatMessageUser(content="question")]
    state = TaskState(model="mockllm/model", sample_id=1, epoch=1, input="question", messages=asked, output=said)
    return (await scorer(state, Target("target"))).value


def judge(case):
    grades = [asyncio.run(grade(output)) for output in case["outputs"]]
    values = [value_to_float()(value) for value in grades if isinstance(value, str)]
    return {"mean": mean(values) if values else None, "unscored": len(grades) - len(values)}


answer("inspect_ai", judge=judge)
