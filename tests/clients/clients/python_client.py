"""Runs the official Python client for the driver: one JSON request a line in, one answer a line out.

The first line says where to connect and in which era; each line after it names a method of
`mcp.Client` and its arguments.
"""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters


def server(target):
    if "url" in target:
        return target["url"]
    return StdioServerParameters(
        command=target["command"], args=target["args"], env=target["env"]
    )


def answer(document):
    print(json.dumps(document), flush=True)


async def next_request():
    line = await asyncio.to_thread(sys.stdin.readline)
    return json.loads(line) if line else None


async def main():
    target = await next_request()
    async with Client(server(target), mode=target["mode"]) as client:
        answer({"result": {"revision": client.protocol_version}})
        while request := await next_request():
            method = getattr(client, request["method"])
            try:
                result = await method(*request.get("params", []))
                document = result.model_dump(mode="json", by_alias=True, exclude_unset=True)
                answer({"result": document})
            except Exception as error:  # noqa: BLE001 - the driver judges every failure
                answer({"error": f"{type(error).__name__}: {error}"})


try:
    asyncio.run(main())
except Exception as error:  # noqa: BLE001
    answer({"error": f"{type(error).__name__}: {error}"})
    sys.exit(1)
